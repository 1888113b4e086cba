// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.published.HonestSweep;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;

/** Every bad file that the tests of the checks have: what one file alone can be refused for. Stateless. */
final class BadFiles {
    private static final int SEEDS = 500;
    private static final Map<Integer, ResultFile> SWEEPS = new ConcurrentHashMap<>();

    private BadFiles() {
    }

    /** A forgery and what it can be made of. */
    record Odd(Forgery forgery, IntFunction<ResultFile> honest) {
        @Override
        public String toString() {
            return forgery.relation();
        }

        /** The forged files of the first seeds that offer something to break. */
        Stream<byte[]> files(int most) {
            return IntStream.range(0, SEEDS).filter(seed -> forgery.change().test(Resealed.tree(honest.apply(seed)),
                new Random(seed))).limit(most).mapToObj(seed -> Resealed.after(honest.apply(seed), tree ->
                forgery.change().test(tree, new Random(seed))));
        }
    }

    /** All of them, of each forgery so many. */
    static Stream<byte[]> all(int ofEach) {
        return Stream.concat(RuleFixtures.from(ValidatorTest.good()).values().stream().flatMap(some ->
            some.values().stream()), forgeries().flatMap(forgery -> forgery.files(ofEach)));
    }

    private static ResultFile sweep(int seed) {
        return SWEEPS.computeIfAbsent(seed, HonestSweep::of);
    }

    private static Stream<Odd> forgeries() {
        return Stream.of(Forgery.all().stream().map(forgery -> new Odd(forgery, BadFiles::sweep)),
            odd())
            .flatMap(it -> it);
    }

    /** Those that few files can be made into. */
    static Stream<Odd> odd() {
        ResultFile good = ValidatorTest.good();
        ResultFile jcstress = GoodVariants.jcstress(good).sealed();
        return Stream.of(OddForgeries.ofTheGood().stream().map(forgery -> new Odd(forgery, seed -> good)),
            OddForgeries.ofJcstress().stream().map(forgery -> new Odd(forgery, seed -> jcstress)),
            OddForgeries.ofSweeps().stream().map(forgery -> new Odd(forgery, BadFiles::sweep))).flatMap(it -> it);
    }
}
