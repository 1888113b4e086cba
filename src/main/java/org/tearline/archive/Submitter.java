// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

/**
 * The origin of a file. All anonymous files count as one submitter. Thread-safe.
 *
 * @param name a handle in lower case, {@code _project}, or empty for anonymous files
 */
public record Submitter(String name) {
    /** The maintainers, who need no confirmation. The name of an account cannot contain an underscore. */
    public static final Submitter PROJECT = new Submitter("_project");
    /** Everybody without a handle. Anonymous files confirm nothing. */
    static final Submitter ANONYMOUS = new Submitter("");
    /** A handle, but not a word by which the tables name other submitters. */
    static final String NAMES = "_project|(?!(?i:anonymous|project)$)[A-Za-z0-9][A-Za-z0-9-]{0,38}";

    /** Whether a name is the handle of an account, or {@code _project}. */
    public static boolean isName(String name) {
        return name.matches(NAMES);
    }

    /** Whether this submitter, together with another, can confirm a number. */
    boolean isHandle() {
        return !equals(PROJECT) && !equals(ANONYMOUS);
    }

    @Override
    public String toString() {
        if (equals(ANONYMOUS)) {
            return "anonymous";
        }
        if (equals(PROJECT)) {
            return "the project";
        }
        return name;
    }
}
