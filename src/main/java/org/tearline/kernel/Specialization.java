package org.tearline.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes loops that the JIT compiles for one access and one stressor only. Every call defines the loop's class anew, as
 * a hidden class that has the objects as class data; in it they are static final fields, so the compiler knows their
 * exact class and inlines them. A loop that is fed its access as an argument goes megamorphic after three modes and
 * makes a half to a third of the reads. Any thread.
 */
public final class Specialization {
    /** How many stress actions a loop takes before each access; unused places are idle and cost nothing. */
    public static final int STRESS_ACTIONS = 3;

    private Specialization() {
    }

    /** A loop of stores; {@code resync} finds the current value after a failed compare-and-set. */
    public static WriteKernel writer(WriteAccess access, ReadAccess resync, List<Stress> stress) {
        return (WriteKernel) define(WriteLoop.class, List.of(access, resync), stress);
    }

    /** A loop of reads. */
    public static ReadKernel reader(ReadAccess access, List<Stress> stress) {
        return (ReadKernel) define(ReadLoop.class, List.of(access), stress);
    }

    /** A loop of questions; {@code counting} is the read by which changes are counted. */
    public static ReadKernel candidateReader(CasAccess cas, ReadAccess counting, List<Stress> stress) {
        return (ReadKernel) define(CandidateLoop.class, List.of(counting, cas), stress);
    }

    static <T> T constant(MethodHandles.Lookup lookup, Class<T> type, int index) {
        try {
            return MethodHandles.classDataAt(lookup, "_", type, index);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("no class data in " + lookup.lookupClass(), e);
        }
    }

    private static Object define(Class<?> template, List<Object> accesses, List<Stress> stress) {
        if (stress.size() > STRESS_ACTIONS) {
            throw new IllegalArgumentException(stress.size() + " stress actions, at most " + STRESS_ACTIONS);
        }
        List<Object> constants = new ArrayList<>(accesses);
        constants.addAll(stress);
        while (constants.size() < STRESS_ACTIONS + accesses.size()) {
            constants.add(new Idle());
        }
        try {
            return MethodHandles.lookup().defineHiddenClassWithClassData(bytes(template), List.copyOf(constants), true)
                .lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot specialise " + template, e);
        }
    }

    private static byte[] bytes(Class<?> template) {
        String file = template.getSimpleName() + ".class";
        try (InputStream in = template.getResourceAsStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
