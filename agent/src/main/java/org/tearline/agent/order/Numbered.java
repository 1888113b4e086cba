// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What belongs to keys, with numbers from 0 to a limit. A lookup by number is a single array load. Thread-safe. */
public final class Numbered<K, V> extends SpinLock {
    private final Map<K, V> byKey = new HashMap<>();
    private final AtomicReferenceArray<V> byNumber;
    private int used;

    public Numbered(int limit) {
        byNumber = new AtomicReferenceArray<>(limit);
    }

    /** Returns what belongs to a key, creating it with the next number if the key is new; null if there is no room. */
    public V get(K key, IntFunction<V> create) {
        enter();
        try {
            V known = byKey.get(key);
            if (known == null && used < byNumber.length()) {
                known = create.apply(used);
                byNumber.set(used, known);
                byKey.put(key, known);
                used++;
            }
            return known;
        } finally {
            leave();
        }
    }

    public V get(int number) {
        return byNumber.get(number);
    }

    /** Returns all in the order of their numbers. */
    public List<V> all() {
        return IntStream.range(0, byNumber.length()).mapToObj(byNumber::get).takeWhile(Objects::nonNull).toList();
    }
}
