// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.tearline.loop.Accesses.Operand;
import org.tearline.loop.StressAction.Idle;
import org.tearline.machine.Bundled;
import org.tearline.trial.Width;

/**
 * Creates loops that the JIT compiles for one access and one stressor. Each call defines a copy of a template class as
 * a hidden class, with the access and the stressor as class data. The copy has them in static final fields, so the
 * compiler knows their exact classes and inlines them. If the access were an argument, a loop would become megamorphic
 * after three modes and make only a third to a half as many reads. The template itself is never initialized.
 * Thread-safe.
 */
public final class Specialization {
    private Specialization() {
    }

    /** {@code resync} reads the current value after a failed compare-and-set or getAndAdd. */
    static WriteKernel writer(Access access, Access resync, Operand operand, List<StressAction> stress) {
        return (WriteKernel) define("WriteLoop", List.of(access, resync), operand, stress);
    }

    static ReadKernel reader(Access access, Operand operand, List<StressAction> stress) {
        return (ReadKernel) define("ReadLoop", List.of(access), operand, stress);
    }

    /** {@code counting} is the read that counts changes. */
    public static ReadKernel candidateReader(Access cas, Access counting, Operand operand,
                                             List<StressAction> stress) {
        return (ReadKernel) define("CandidateLoop", List.of(counting, cas), operand, stress);
    }

    static WriteKernel vectorWriter(Operand operand, List<StressAction> stress) {
        return (WriteKernel) define("VectorWriteLoop", List.of(vectors(operand)), operand, stress);
    }

    static ReadKernel vectorReader(Operand operand, List<StressAction> stress) {
        return (ReadKernel) define("VectorReadLoop", List.of(vectors(operand)), operand, stress);
    }

    /**
     * Creates a loop that loads a whole vector from a direct ByteBuffer but compares only one long in it, outside which
     * the vector is zero.
     *
     * @param offset offset of the long in the vector, in bytes
     */
    static ReadKernel insideReader(Operand operand, int offset, List<StressAction> stress) {
        int rotation = Byte.SIZE * (offset % Long.BYTES);
        Object access = define("LaneRead", List.of(vectors(operand), rotation), operand, List.of());
        return reader((Access) access, new Operand(operand.base(), Width.LONG), stress);
    }

    private static VectorAccess vectors(Operand operand) {
        return VectorAccess.of((ByteBuffer) operand.base(), operand.width());
    }

    /** Creates an instance of a hidden copy of a template, which reads its constants from the class data. */
    private static Object define(String template, List<Object> accesses, Operand operand, List<StressAction> stress) {
        byte[] bytes = Bundled.bytes("/org/tearline/loop/" + template + ".class");
        boolean initialize = true;
        try {
            return MethodHandles.lookup()
                .defineHiddenClassWithClassData(bytes, new Constants(accesses, Stress.of(stress), operand), initialize)
                .lookupClass()
                .getDeclaredConstructor()
                .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot specialize " + template, e);
        }
    }

    /**
     * The class data of a copy.
     *
     * @param accesses whatever the template needs, in the order that it expects
     */
    record Constants(List<Object> accesses, Stress stress, Operand operand) {
        static Constants of(MethodHandles.Lookup lookup) {
            try {
                // The only name that this method accepts.
                return MethodHandles.classData(lookup, "_", Constants.class);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("no class data in " + lookup.lookupClass(), e);
            }
        }
    }
    /**
     * The actions before each access. If this is a constant of a loop, so are the actions, because the compilers trust
     * the fields of records.
     */
    record Stress(StressAction first, StressAction second, StressAction third) {
        private static final int ACTIONS = 3;

        /** Fills up with idle actions, which cost nothing. */
        static Stress of(List<StressAction> given) {
            if (given.size() > ACTIONS) {
                throw new IllegalArgumentException(given.size() + " stress actions, at most " + ACTIONS);
            }
            List<StressAction> actions = new ArrayList<>(given);
            actions.addAll(Collections.nCopies(ACTIONS - given.size(), new Idle()));
            return new Stress(actions.get(0), actions.get(1), actions.get(2));
        }

        void before(long inFirstLine, long inLastLine, long zeros, int round) {
            first.before(inFirstLine, inLastLine, zeros, round);
            second.before(inFirstLine, inLastLine, zeros, round);
            third.before(inFirstLine, inLastLine, zeros, round);
        }
    }
}
