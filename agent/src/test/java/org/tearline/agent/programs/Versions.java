// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.checked;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.tearline.agent.programs.fences.Fences;

/** Reads values under sequence locks of all kinds. Calls fences that are in other classes only. */
public final class Versions extends Fences.Parent {
    private static final int TIMES = 3;
    private static final VarHandle HANDLE =
        checked(() -> MethodHandles.lookup().findVarHandle(Versions.class, "handled", long.class));
    private static final AtomicLong ATOMIC = new AtomicLong();
    private volatile long field;
    private long handled;

    /** Has fences for the class that it is nested in. */
    private static final class Mate {
        private static final Runnable LAMBDA = () -> VarHandle.acquireFence();

        private static void load() {
            UNSAFE.loadFence();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Versions versions = new Versions();
        versions.rows("inField", v -> versions.field = v, () -> versions.field);
        versions.rows("byHandle", v -> HANDLE.setVolatile(versions, v),
            () -> (long) HANDLE.getOpaque(versions));
        versions.rows("atomic", ATOMIC::set, ATOMIC::get);
        // The version could be in a plain field, which is followed only in classes with fences.
        Table.row("comparedPerhaps", "unknown", value -> Turns.alternate(TIMES, value::write, () -> doubt(value)));
        Table.row("comparedBefore", "unknown", value -> Turns.alternate(1, () -> doubt(value), value::write));
    }

    private static void doubt(Table.Value value) {
        value.read();
        Fences.load();
    }

    private void rows(String name, LongConsumer write, LongSupplier read) throws Exception {
        row(name + "Helper", write, read, Fences::load);
        row(name + "Inherited", write, read, this::inherited);
        row(name + "Mate", write, read, () -> Mate.load());
        row(name + "Lambda", write, read, Mate.LAMBDA);
    }

    private static void row(String name, LongConsumer write, LongSupplier read, Runnable load) throws Exception {
        // The first reader comes before the first writer.
        Table.ordered(name, value -> Turns.alternate(TIMES, () -> {
            long before = read.getAsLong();
            load.run();
            value.read();
            load.run();
            Locking.check(before == read.getAsLong());
        }, () -> {
            write.accept(read.getAsLong() + 1);
            Fences.store();
            value.write();
            write.accept(read.getAsLong() + 1);
        }));
    }
}
