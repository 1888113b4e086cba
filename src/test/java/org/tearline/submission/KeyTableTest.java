// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tearline.Sample;

class KeyTableTest {
    private static final int KEYS = 1_000_000;
    /** Some keys many files have. */
    private static final int SHARED_KEYS = 50;
    private static final int ONE_IN = 400;
    private static final int FILES = 1 << 24;

    /** Through three tables, the last of them mapped. */
    @Test
    void shouldNameTheFilesOfEveryKey() {
        Random random = Sample.random();
        KeyTable table = new KeyTable(new GrowingMemory(1 << 22));
        long[] shared = random.longs(SHARED_KEYS).toArray();
        Map<Long, List<Integer>> expected = new HashMap<>();
        for (int i = 0; i < KEYS; i++) {
            long key = random.nextInt(ONE_IN) == 0 ? shared[random.nextInt(SHARED_KEYS)] : random.nextLong();
            int file = random.nextInt(FILES - 1);
            table.add(key, file);
            expected.computeIfAbsent(key, all -> new ArrayList<>()).add(file);
        }

        expected.forEach((key, files) -> {
            List<Integer> found = new ArrayList<>();
            table.forEach(key, found::add);
            // Two of a million keys may begin alike.
            assertThat(found).containsAll(files).hasSizeLessThanOrEqualTo(files.size() + 1);
        });
        table.forEach(random.nextLong(), file -> assertThat(file).isBetween(0, FILES));
    }
}
