// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.Locale;

/** Kinds of write and read that behave alike: which side is a read-modify-write. */
public enum PairClass {
    ORDINARY("load and store", "ordinary stores and loads, plain to volatile"),
    LOCKED_READ("locked read", "an ordinary store, read by a compare-and-set or another read-modify-write"),
    LOCKED_WRITE("locked write", "a compare-and-set or another read-modify-write, read by an ordinary load"),
    BOTH_LOCKED("both locked", "written and read by a compare-and-set or another read-modify-write");

    private final String title;
    private final String meaning;

    PairClass(String title, String meaning) {
        this.title = title;
        this.meaning = meaning;
    }

    public static PairClass of(AccessClass write, AccessClass read) {
        return write.readsAndWrites() ? read.readsAndWrites() ? BOTH_LOCKED : LOCKED_WRITE
            : read.readsAndWrites() ? LOCKED_READ : ORDINARY;
    }

    public String title() {
        return title;
    }

    public String meaning() {
        return meaning;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
