// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.vm.VM;

/**
 * Prints where each stage of {@link HeapQueues} has its counters, as a table in Markdown. A place is the distance in
 * bytes from the tail, according to JOL.
 */
public final class Layouts {
    private static final List<String> STAGES = List.of("lamport", "ordered", "cached", "padded", "inlined", "sparse");
    private static final List<String> COUNTERS = List.of("tail", "headSeen", "head", "tailSeen");

    /** An object so far away was not allocated beside the tail. */
    private static final long FAR = 4_096;

    private Layouts() {
    }

    public static void main(String[] arguments) throws IllegalAccessException {
        System.out.println("| stage | tail | cached head | head | cached tail | bytes per slot |");
        System.out.println("| --- | --- | --- | --- | --- | --- |");
        for (String stage : STAGES) {
            System.out.println("| " + stage + " | " + String.join(" | ", row(QueueCost.of(stage))) + " |");
        }
    }

    static List<String> row(Spsc queue) throws IllegalAccessException {
        Map<String, Long> addresses = new TreeMap<>();
        int slots = 0;
        for (FieldLayout field : ClassLayout.parseInstance(queue).fields()) {
            Object value = value(queue, field);
            if (value instanceof AtomicLong counter) {
                addresses.put(field.name(), VM.current().addressOf(counter) + offset(counter));
            } else if (value instanceof Object[] array) {
                slots = array.length;
            } else if (COUNTERS.contains(field.name())) {
                addresses.put(field.name(), VM.current().addressOf(queue) + field.offset());
            }
        }
        List<String> cells = new ArrayList<>();
        for (String counter : COUNTERS) {
            Long address = addresses.get(counter);
            cells.add(place(address, addresses.get(COUNTERS.get(0))));
        }
        cells.add(String.valueOf(slots / Spsc.CAPACITY * VM.current().arrayIndexScale("java.lang.Object")));
        return cells;
    }

    private static String place(Long address, long tail) {
        if (address == null) {
            return "none";
        }
        if (Math.abs(address - tail) > FAR) {
            return "far";
        }
        return String.valueOf(address - tail);
    }

    /** Returns the offset of the value in a counter. */
    private static long offset(AtomicLong counter) {
        return ClassLayout.parseInstance(counter).fields().stream()
            .filter(field -> field.name().equals("value")).findFirst().orElseThrow().offset();
    }

    /** Returns the value of a field; null for one that is no object of this package. */
    private static Object value(Spsc queue, FieldLayout layout) throws IllegalAccessException {
        for (Class<?> type = queue.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(layout.name())) {
                    field.setAccessible(true);
                    return field.get(queue);
                }
            }
        }
        return null;
    }
}
