// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import jdk.internal.vm.annotation.Contended;
import org.agrona.UnsafeApi;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.vm.VM;
import org.openjdk.jol.vm.VirtualMachine;
import org.tearline.bench.result.Layout;
import tools.jackson.databind.json.JsonMapper;

/**
 * The objects whose fields threads increment, and where JOL finds those fields. As a command it prints all layouts of
 * its JVM as JSON: {@code java … -cp bench.jar org.tearline.bench.jmh.Layouts}. Not thread-safe.
 */
public final class Layouts {
    /** As many threads as there are fields; more CPUs than that are not used by the layouts of fields. */
    public static final int MOST_THREADS = 8;

    private static final List<Class<?>> CLASSES =
        List.of(Fields.class, PaddedByHand.class, PaddedByInheritance.class, WithContended.class, Alone.class);
    /** An eden of tens of megabytes has room for far more; every eighth start is the wanted one on average. */
    private static final int TRIES = 1000;
    private static final String AND_SO_ON = "  ...";

    private Layouts() {
    }

    /** Counters one after the other. */
    static class Fields {
        long counter0, counter1, counter2, counter3, counter4, counter5, counter6, counter7;
    }

    /**
     * Fifteen longs between counters, written by hand: 128 bytes from counter to counter, if the JVM keeps the order.
     */
    static class PaddedByHand {
        long counter0, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
        long counter1, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
        long counter2, c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15;
        long counter3, d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15;
        long counter4, e01, e02, e03, e04, e05, e06, e07, e08, e09, e10, e11, e12, e13, e14, e15;
        long counter5, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15;
        long counter6, g01, g02, g03, g04, g05, g06, g07, g08, g09, g10, g11, g12, g13, g14, g15;
        long counter7;
    }

    /** Fifteen longs before the counter; a superclass's fields lie before a subclass's, whatever the JVM reorders. */
    static class Before {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** The counter between them. */
    static class Between extends Before {
        long counter0;
    }

    /** An object for each thread, its counter with fifteen longs before and behind it. */
    static class PaddedByInheritance extends Between {
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    }

    /** The JVM pads by 128 bytes on both sides; for classes that are not its own only with -XX:-RestrictContended. */
    static class WithContended {
        @Contended
        long counter0;
        @Contended
        long counter1;
        @Contended
        long counter2;
        @Contended
        long counter3;
        @Contended
        long counter4;
        @Contended
        long counter5;
        @Contended
        long counter6;
        @Contended
        long counter7;
    }

    /** An object for each thread, allocated one after the other. */
    static class Alone {
        long counter0;
    }

    /** One counter: an object, or null for raw memory, and an offset in it, or an address. */
    record Place(Object base, long offset) {
        long address() {
            return base == null ? offset : addressOf(base) + offset;
        }
    }

    /** Returns where an object lies until the next collection. */
    static long addressOf(Object object) {
        return Jol.MACHINE.addressOf(object);
    }

    /** JOL, begun once. */
    private static final class Jol {
        static final VirtualMachine MACHINE = begin();

        /** Meanwhile stdout is nowhere: JOL tells it that it would rather be an agent, which is not needed here. */
        private static VirtualMachine begin() {
            PrintStream out = System.out;
            System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
            try {
                return VM.current();
            } finally {
                System.setOut(out);
            }
        }
    }

    /** Returns the places of a layout, one for each thread. */
    static List<Place> places(String layout, int threads, int lineBytes) {
        return switch (layout) {
            case "fields" -> inOneLine(threads, lineBytes, () -> fields(new Fields(), threads));
            case "padded-by-hand" -> fields(new PaddedByHand(), threads);
            case "padded-by-inheritance" -> objects(PaddedByInheritance::new, threads);
            case "contended" -> fields(new WithContended(), threads);
            case "objects" -> inOneLine(threads, lineBytes, () -> objects(Alone::new, threads));
            default -> throw new IllegalArgumentException("no layout '" + layout + "'");
        };
    }

    /**
     * Returns the state's own alignment: the JVM puts an object at any multiple of eight, so that two neighbours now
     * and then lie in two lines and false sharing is gone by chance. New ones are made until the first two share a
     * line.
     */
    private static List<Place> inOneLine(int threads, int lineBytes, Supplier<List<Place>> make) {
        List<Place> places = make.get();
        for (int i = 0; i < TRIES && threads > 1
            && places.get(0).address() / lineBytes != places.get(1).address() / lineBytes; i++) {
            places = make.get();
        }
        return places;
    }

    private static List<Place> fields(Object object, int threads) {
        List<Place> places = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            places.add(new Place(object, UnsafeApi.objectFieldOffset(object.getClass(), "counter" + thread)));
        }
        return places;
    }

    private static List<Place> objects(Supplier<Object> make, int threads) {
        // All of them before anything else is allocated: only neighbours share a line.
        Object[] objects = new Object[threads];
        for (int thread = 0; thread < threads; thread++) {
            objects[thread] = make.get();
        }
        long offset = UnsafeApi.objectFieldOffset(declaring(objects[0].getClass()), "counter0");
        return Stream.of(objects).map(object -> new Place(object, offset)).toList();
    }

    private static Class<?> declaring(Class<?> type) {
        return type == PaddedByInheritance.class ? Between.class : type;
    }

    /** Returns what JOL says of every class above, in this JVM. */
    static List<Layout> all() {
        addressOf(CLASSES);
        return CLASSES.stream().map(Layouts::layout).toList();
    }

    private static Layout layout(Class<?> type) {
        ClassLayout layout = ClassLayout.parseClass(type);
        Map<String, Long> counters = new LinkedHashMap<>();
        for (Field field : declaring(type).getDeclaredFields()) {
            if (field.getName().startsWith("counter")) {
                counters.put(field.getName(), UnsafeApi.objectFieldOffset(field));
            }
        }
        return new Layout(name(type), layout.instanceSize(), counters, text(layout.toPrintable()));
    }

    /** JOL's lines, of each run of padding only the first and the last. */
    private static List<String> text(String printed) {
        List<String> lines = printed.lines().map(String::stripTrailing).toList();
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            boolean inside = i > 0 && i + 1 < lines.size() && padding(lines.get(i - 1)) && padding(lines.get(i))
                && padding(lines.get(i + 1));
            if (!inside) {
                kept.add(lines.get(i));
            } else if (!kept.get(kept.size() - 1).equals(AND_SO_ON)) {
                kept.add(AND_SO_ON);
            }
        }
        return kept;
    }

    /** Returns the names of the fields that nobody uses: a letter and two digits. */
    private static boolean padding(String line) {
        return line.matches(".*\\.[a-g]\\d\\d .*");
    }

    private static String name(Class<?> type) {
        return type == Alone.class ? "objects" : type == WithContended.class ? "contended"
            : type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    public static void main(String[] args) {
        System.out.println(JsonMapper.builder().build().writeValueAsString(all()));
    }
}
