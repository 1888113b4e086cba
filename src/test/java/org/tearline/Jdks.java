// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInfo;

/** The JDKs that tests start: the one that runs them, and the second if the environment names it. Thread-safe. */
public final class Jdks {
    /** Where the home of another JDK stands. */
    private static final String SECOND = "TEARLINE_SECOND_JDK";

    private Jdks() {
    }

    /** The home of the JDK that runs the tests. */
    public static String first() {
        return System.getProperty("java.home");
    }

    /** The home of the other, or null. */
    public static String second() {
        String second = System.getenv(SECOND);
        if (second == null || second.isBlank()) {
            System.out.println("SKIPPED: what needs a second JDK; set " + SECOND + " to its home");
            return null;
        }
        return second;
    }

    /** The homes of both. */
    public static List<String> all() {
        List<String> homes = new ArrayList<>(List.of(first()));
        if (second() != null) {
            homes.add(second());
        }
        return homes;
    }

    /** One of them, another one for another test: where each takes seconds, some run on this one, some on that. */
    public static Stream<String> drawn(TestInfo test) {
        List<String> homes = all();
        String name = test.getTestClass().orElseThrow().getName() + test.getDisplayName();
        return Stream.of(homes.get(Math.floorMod(name.hashCode(), homes.size())));
    }
}
