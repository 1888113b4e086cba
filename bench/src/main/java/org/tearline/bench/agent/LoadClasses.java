// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Loads a class with ten watched instructions. */
final class LoadClasses implements Workload {
    private final byte[] bytes = read();

    /** Is only loaded. */
    private static final class Watched {
        static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

        static void put(byte[] bytes) {
            LONGS.set(bytes, 0, 0L);
            LONGS.set(bytes, 0, 1L);
            LONGS.set(bytes, 0, 2L);
            LONGS.set(bytes, 0, 3L);
            LONGS.set(bytes, 0, 4L);
            LONGS.set(bytes, 0, 5L);
            LONGS.set(bytes, 0, 6L);
            LONGS.set(bytes, 0, 7L);
            LONGS.set(bytes, 0, 8L);
            LONGS.set(bytes, 0, 9L);
        }
    }

    private static final class Loader extends ClassLoader {
        void define(byte[] bytes) {
            defineClass(null, bytes, 0, bytes.length);
        }
    }

    private static byte[] read() {
        try (InputStream in = LoadClasses.class.getResourceAsStream("LoadClasses$Watched.class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void run(int times) {
        for (int i = 0; i < times; i++) {
            new Loader().define(bytes);
        }
    }
}
