// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Draws a few test cases where testing all would take too long. Each JVM prints its seed: -Dtearline.seed=SEED repeats
 * the draw, -Dtearline.all=true tests all cases. Thread-safe.
 */
public final class Sample {
    private static final long SEED = Long.getLong("tearline.seed", System.nanoTime());

    static {
        System.out.println("samples drawn with -Dtearline.seed=" + SEED);
    }

    private Sample() {
    }

    /** Returns a new generator with this JVM's seed. */
    public static Random random() {
        return new Random(SEED);
    }

    /** Returns the given number of elements in random order, or all of them with -Dtearline.all=true. */
    public static <T> Stream<T> of(int count, List<T> all) {
        List<T> mixed = new ArrayList<>(all);
        Collections.shuffle(mixed, random());
        return mixed.stream().limit(Boolean.getBoolean("tearline.all") ? all.size() : count);
    }
}
