// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A map that uses nothing of java.util.concurrent, whose classes call the agent, and no monitor. Thread-safe. */
public final class Table<K, V> extends SpinLock {
    private final Map<K, V> map = new HashMap<>();

    public V get(K key) {
        enter();
        try {
            return map.get(key);
        } finally {
            leave();
        }
    }

    public void put(K key, V value) {
        enter();
        try {
            map.put(key, value);
        } finally {
            leave();
        }
    }

    public List<K> keys() {
        enter();
        try {
            return List.copyOf(map.keySet());
        } finally {
            leave();
        }
    }
}
