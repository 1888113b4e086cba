// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A few of many cases, where walking all of them takes too long for every build. Each JVM draws by a seed that it
 * prints: -Dtearline.seed=SEED draws the same again, -Dtearline.all=true walks all. Thread-safe.
 */
public final class Sample {
    private static final long SEED = Long.getLong("tearline.seed", System.nanoTime());

    static {
        System.out.println("samples are drawn with -Dtearline.seed=" + SEED);
    }

    private Sample() {
    }

    /** A new source of numbers of this JVM's seed: the same for every caller. */
    public static Random random() {
        return new Random(SEED);
    }

    /** Numbers of this JVM's seed for one thing, others for another. */
    private static Random random(String what) {
        return new Random(SEED ^ (long) what.hashCode() << Integer.SIZE);
    }

    /** So many of them, in any order; all with -Dtearline.all=true. */
    @SafeVarargs
    public static <T> Stream<T> of(int count, T... all) {
        List<T> list = new ArrayList<>();
        for (T one : all) {
            list.add(one);
        }
        return of(count, list);
    }

    /** The same of a list. */
    public static <T> Stream<T> of(int count, List<T> all) {
        return of(count, "", all);
    }

    /** The same of a list that is drawn from for several things, again each time. */
    public static <T> Stream<T> of(int count, String what, List<T> all) {
        List<T> mixed = new ArrayList<>(all);
        Collections.shuffle(mixed, random(what));
        return mixed.stream().limit(Boolean.getBoolean("tearline.all") ? all.size() : count);
    }
}
