// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

/**
 * Who says what a file says. All files of one handle are one voice, and so are all anonymous files.
 *
 * @param name a handle in lower case; {@code _project}; or empty
 */
public record Voice(String name) implements Comparable<Voice> {
    /** The maintainers, whose word is enough; no account's name has an underscore. */
    public static final Voice PROJECT = new Voice("_project");
    /** Everybody without a handle, together; never one of the two that confirm something. */
    public static final Voice ANONYMOUS = new Voice("");

    /** Whether it counts as one of two that confirm something. */
    boolean isHandle() {
        return !equals(PROJECT) && !equals(ANONYMOUS);
    }

    @Override
    public int compareTo(Voice other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return equals(ANONYMOUS) ? "anonymous" : equals(PROJECT) ? "the project" : name;
    }
}
