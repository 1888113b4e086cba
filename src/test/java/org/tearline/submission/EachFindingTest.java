// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.published.HonestCosts;
import org.tearline.published.HonestSweep;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;

/**
 * Holds every text that a check can find to a bad file that brings it about, so that no rule is there which was never
 * seen to refuse. That a fixture passes with its rule switched off follows from ValidatorTest: all that is found in it
 * has that rule.
 */
class EachFindingTest {
    private static final Validator VALIDATOR = new Validator(
        Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC));
    private static final int SEEDS = 200;
    private static final int FILES_A_FORGERY = 8;
    /** What no file that is forged here has been refused for yet; other findings of the same rules have been. */
    private static final Set<String> UNSEEN = Set.of("a neighbour on", "a setting of another question:",
        "its placement is not listed under placements", "seen is cut where a cut is not possible",
        "seen is not cut before byte");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    /** Words with a blank between: neither a name nor a bare conjunction. */
    private static final Pattern PHRASE = Pattern.compile("[A-Za-z][a-z,]* [A-Za-z0-9 ,;:'-]{3,}");

    @Test
    void shouldBringAboutEveryFindingThatTheChecksCanWord() throws IOException {
        Set<String> worded = new TreeSet<>();
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/org/tearline/submission"))) {
            sources.filter(source -> source.toString().endsWith("Check.java")).forEach(source ->
                LITERAL.matcher(COMMENT.matcher(text(source)).replaceAll("")).results().map(MatchResult::group)
                    .map(literal -> literal.substring(1, literal.length() - 1).strip())
                    .filter(PHRASE.asMatchPredicate()).forEach(worded::add));
        }
        assertThat(worded).hasSizeGreaterThan(100);
        String said = String.join("\n", findings());

        worded.removeIf(said::contains);
        assertThat(worded).as("no bad file brings these about").isEqualTo(UNSEEN);
    }

    private static Set<String> findings() {
        Set<String> said = new TreeSet<>();
        ResultFile good = ValidatorTest.good();
        RuleFixtures.from(good).values().forEach(some -> some.values().forEach(bytes -> examine(bytes, said)));
        Forgery.all().forEach(forgery -> forged(forgery, HonestSweep::of, said));
        CostForgeryTest.forgeries().forEach(forgery -> forged(forgery, HonestCosts::of, said));
        odd().forEach(odd -> forged(odd.forgery(), odd.honest(), said));
        return said;
    }

    /** A forgery and what it can be made of. */
    private record Odd(Forgery forgery, IntFunction<ResultFile> honest) {
        @Override
        public String toString() {
            return forgery.relation();
        }
    }

    static Stream<Odd> odd() {
        ResultFile good = ValidatorTest.good();
        ResultFile jcstress = GoodVariants.jcstress(good).sealed();
        return Stream.of(OddForgeries.ofTheGood().stream().map(forgery -> new Odd(forgery, seed -> good)),
            OddForgeries.ofJcstress().stream().map(forgery -> new Odd(forgery, seed -> jcstress)),
            OddForgeries.ofSweeps().stream().map(forgery -> new Odd(forgery, HonestSweep::of)),
            OddForgeries.ofCosts().stream().map(forgery -> new Odd(forgery, HonestCosts::of))).flatMap(it -> it);
    }

    @ParameterizedTest
    @MethodSource("odd")
    void shouldRefuseTheOddForgery(Odd odd) {
        AtomicInteger tried = new AtomicInteger();
        Set<String> rules = new TreeSet<>();
        seeds(odd.forgery(), odd.honest()).forEach(bytes -> {
            tried.incrementAndGet();
            VALIDATOR.examine("odd", bytes).findings().forEach(finding -> rules.add(finding.rule().toString()));
        });
        assertThat(tried.get()).isPositive();
        assertThat(rules).contains(odd.forgery().rule().toString());
    }

    private static void forged(Forgery forgery, IntFunction<ResultFile> honest, Set<String> said) {
        seeds(forgery, honest).forEach(bytes -> examine(bytes, said));
    }

    /** The forged files of a few seeds. */
    private static Stream<byte[]> seeds(Forgery forgery, IntFunction<ResultFile> honest) {
        return IntStream.range(0, SEEDS).filter(seed -> forgery.change().test(Resealed.tree(honest.apply(seed)),
            new Random(seed))).limit(FILES_A_FORGERY).mapToObj(seed -> Resealed.after(honest.apply(seed), tree ->
            forgery.change().test(tree, new Random(seed))));
    }

    private static void examine(byte[] bytes, Set<String> said) {
        VALIDATOR.examine("bad", bytes).findings().forEach(finding -> said.add(finding.what()));
    }

    private static String text(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
