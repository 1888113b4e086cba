// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.submission.ValidatorTest.VALIDATOR;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.published.HonestSweep;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the validator its one question, could a run have written this?, of seeded files: of honest ones, and of those
 * files with one relation broken and a new digest. {@code -Dforged.files=100000} asks of more than 2,000.
 */
class ForgeryTest {
    private static final int HONEST = Integer.getInteger("forged.files", 800);
    /** As many as the rarest forgery needs to find a file that offers something to break. */
    private static final int FILES = Integer.getInteger("forged.files", 2_000);
    private static final List<Forgery> FORGERIES = Forgery.all();

    @Test
    void shouldAcceptWhateverAnHonestSweepWrites() {
        List<String> refused = IntStream.range(0, HONEST).parallel().mapToObj(seed -> {
            Examination examination = VALIDATOR.examine("honest", ResultText.stored(HonestSweep.of(seed)));
            return examination.valid() ? null : "seed " + seed + ": " + examination.findings().get(0).line();
        }).filter(Objects::nonNull).limit(20).toList();

        assertThat(refused).isEmpty();
    }

    @Test
    void shouldRefuseEveryForgedFileByItsOwnRule() {
        Set<String> tried = ConcurrentHashMap.newKeySet();

        List<String> wrong = IntStream.range(0, FILES).parallel().mapToObj(seed -> {
            ResultFile honest = HonestSweep.of(seed);
            for (int i = 0;; i++) {
                Forgery forgery = FORGERIES.get((seed + i) % FORGERIES.size());
                Random random = new Random(seed);
                ObjectNode copy = Resealed.tree(honest);
                if (forgery.change().test(copy, random)) {
                    tried.add(forgery.relation());
                    return fault(seed, forgery, Resealed.after(honest, tree ->
                        forgery.change().test(tree, new Random(seed))));
                }
            }
        }).filter(Objects::nonNull).toList();

        assertThat(wrong).isEmpty();
        assertThat(FORGERIES.stream().map(Forgery::relation)).allMatch(tried::contains);
    }

    /** Null if the file is refused as it must be. */
    private static String fault(int seed, Forgery forgery, byte[] bytes) {
        Examination examination = VALIDATOR.examine("forged", bytes);
        boolean found = examination.findings().stream().anyMatch(finding -> finding.rule() == forgery.rule());
        return found ? null : "seed " + seed + ", " + forgery.relation() + ": " + examination.findings();
    }
}
