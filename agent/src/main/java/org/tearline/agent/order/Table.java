// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A map that uses nothing of java.util.concurrent, whose classes call the agent. Thread-safe. */
public final class Table<K, V> {
    private final Map<K, V> map = new HashMap<>();

    public synchronized V get(K key) {
        return map.get(key);
    }

    public synchronized void put(K key, V value) {
        map.put(key, value);
    }

    public synchronized V putIfAbsent(K key, V value) {
        return map.putIfAbsent(key, value);
    }

    public synchronized boolean remove(K key, V value) {
        return map.remove(key, value);
    }

    public synchronized int size() {
        return map.size();
    }

    public synchronized List<K> keys() {
        return List.copyOf(map.keySet());
    }
}
