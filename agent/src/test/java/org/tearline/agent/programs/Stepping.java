// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Counts 100 times at 60 whenever a file holds a higher number, up to 4, and prints the number and whether its own code
 * calls the agent's hook. Argument: the file. For the latter java.lang has to be opened. One thread.
 */
public final class Stepping {
    private static final int STEPS = 4;

    private static boolean called;

    private Stepping() {
    }

    public static void main(String[] arguments) throws Exception {
        long address = Memory.pages(1) + 60;
        int done = 0;
        while (done < STEPS) {
            int wanted = wanted(Path.of(arguments[0]));
            if (wanted > done) {
                count(address, 100);
                System.out.println(wanted + " " + rewritten(address));
                done = wanted;
            }
        }
    }

    private static int wanted(Path file) throws Exception {
        try {
            String text = Files.readString(file);
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** Leads the hook here for one access. */
    private static boolean rewritten(long address) throws Exception {
        Field target;
        try {
            target = Class.forName("java.lang.$TearlineAgent", true, null).getDeclaredField("misaligned");
        } catch (ClassNotFoundException e) {
            return false;
        }
        target.setAccessible(true);
        Object agent = target.get(null);
        target.set(null, MethodHandles.lookup().findStatic(Stepping.class, "note",
            MethodType.methodType(void.class, Object.class, long.class, int.class)));
        called = false;
        count(address, 1);
        target.set(null, agent);
        return called;
    }

    private static void note(Object base, long offset, int location) {
        called = true;
    }

    private static void count(long address, int times) {
        for (int i = 0; i < times; i++) {
            Memory.UNSAFE.putOrderedLong(null, address, i);
        }
    }
}
