package org.tearline.published.jcstress;

/** Says in one printable line why bytes are no export of jcstress. Immutable. */
public final class UnreadableExport extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableExport(String message) {
        super(message, null, false, false);
    }
}
