// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;

/**
 * Command: holds a result file against what must have been seen. Single-threaded.
 *
 * <pre>java -cp jcstress.jar org.tearline.jcstress.Check FILE RULE...</pre>
 *
 * <p>A rule is {@code none=REGEX} (the tests whose name contains a match ran, passed, and saw no torn value), {@code
 * some=REGEX} (they ran, passed, and saw at least one) or {@code any=REGEX} (they ran and passed). A rule that matches
 * no test fails: a test that did not run proves nothing. Exit codes: 0 all rules hold, 1 one does not, or the file is
 * broken, 2 wrong usage.
 */
public final class Check {

    private static final Pattern TORN = Pattern.compile(Grade.TORN);
    private static final Pattern CLAIMED = Pattern.compile(Grade.CLAIM_PROVEN);

    private Check() {
    }

    public static void main(String[] args) {
        try {
            List<Rule> rules = List.of(args).stream().skip(1).map(Rule::parse).toList();
            if (rules.isEmpty()) {
                throw new IllegalArgumentException("no rule given");
            }
            List<TestResult> results = ResultFile.read(Path.of(args[0]));
            if (!rules.stream().map(rule -> rule.holds(results)).reduce(true, Boolean::logicalAnd)) {
                System.exit(1);
            }
        } catch (IllegalArgumentException e) {
            System.err.println("check: " + e.getMessage());
            System.err.println(
                "usage: java -cp jcstress.jar org.tearline.jcstress.Check FILE (none|some|any)=REGEX...");
            System.exit(2);
        } catch (IOException e) {
            System.err.println("check: " + e.getMessage());
            System.exit(1);
        }
    }

    private record Rule(Kind kind, Pattern tests) {

        private enum Kind { NONE, SOME, ANY }

        static Rule parse(String text) {
            int equals = text.indexOf('=');
            Kind kind = Stream.of(Kind.values())
                .filter(k -> equals > 0 && name(k).equals(text.substring(0, equals))).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                    "rule '" + text + "': want none=REGEX, some=REGEX or any=REGEX"));
            try {
                return new Rule(kind, Pattern.compile(text.substring(equals + 1)));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("rule '" + text + "': " + e.getDescription(), e);
            }
        }

        /** Prints one line: the rule, what was found, and whether the rule holds. */
        boolean holds(List<TestResult> all) {
            List<TestResult> results = all.stream().filter(r -> tests.matcher(r.getName()).find()).toList();
            long samples = results.stream().mapToLong(TestResult::getTotalCount).sum();
            long torn = results.stream().mapToLong(Check::torn).sum();
            long broken = results.stream().filter(Check::isBroken).count();
            boolean seen = switch (kind) {
                case NONE -> torn == 0;
                case SOME -> torn > 0;
                case ANY -> true;
            };
            boolean holds = samples > 0 && broken == 0 && seen;
            System.out.printf(Locale.ROOT, "%s  %s=%s: %,d runs, %,d samples, %,d torn, %,d failed%n",
                holds ? "ok  " : "FAIL", name(kind), tests, results.size(), samples, torn, broken);
            return holds;
        }

        private static String name(Kind kind) {
            return kind.name().toLowerCase(Locale.ROOT);
        }
    }

    private static long torn(TestResult result) {
        return result.grading().gradingResults.values().stream()
            .filter(g -> TORN.matcher(g.id).matches() || CLAIMED.matcher(g.id).matches())
            .mapToLong((GradingResult g) -> g.count).sum();
    }

    private static boolean isBroken(TestResult result) {
        return result.status() != Status.NORMAL || !result.grading().isPassed;
    }
}
