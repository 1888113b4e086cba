// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInfo;

/** The JDKs to test with: the running one, and a second one if the environment names it. Thread-safe. */
public final class Jdks {
    /** Environment variable with the home of the second JDK. */
    private static final String SECOND = "TEARLINE_SECOND_JDK";
    /** Environment variable with the home of a JDK that contains the Zero VM. */
    private static final String ZERO = "TEARLINE_ZERO_JDK";

    private Jdks() {
    }

    /** Returns the home of the running JDK. */
    public static String first() {
        return System.getProperty("java.home");
    }

    /** Returns the home of the second JDK, or null. */
    public static String second() {
        String second = System.getenv(SECOND);
        if (second == null || second.isBlank()) {
            System.out.println("SKIPPED: tests on a second JDK; set " + SECOND + " to its home");
            return null;
        }
        return second;
    }

    /** Returns the home of a JDK with the Zero VM, or null. */
    public static String withZero() {
        return Stream.of(System.getenv().getOrDefault(ZERO, ""), first())
            .filter(home -> Files.exists(Path.of(home, "lib", "zero")))
            .findFirst()
            .orElse(null);
    }

    public static List<String> all() {
        List<String> homes = new ArrayList<>(List.of(first()));
        if (second() != null) {
            homes.add(second());
        }
        return homes;
    }

    /** Returns one home, chosen by the name of the test to spread slow tests over the JDKs. */
    public static Stream<String> drawn(TestInfo test) {
        List<String> homes = all();
        String name = test.getTestClass().orElseThrow().getName() + test.getDisplayName();
        return Stream.of(homes.get(Math.floorMod(name.hashCode(), homes.size())));
    }
}
