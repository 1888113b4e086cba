// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.io.IOException;
import java.nio.file.Path;

/** A program that accesses memory by vectors. Compiled by the JDK that runs it, since the API has changed. */
final class Vectors {
    private static final String SOURCE = """
        package org.tearline.agent.programs;

        import java.nio.*;
        import jdk.incubator.vector.*;

        public class Vectors {
            static final ByteOrder ORDER = ByteOrder.nativeOrder();
            static final LongVector LONGS = LongVector.broadcast(LongVector.SPECIES_128, 1);
            static final ByteBuffer DIRECT = ByteBuffer.allocateDirect(192).alignedSlice(64).order(ORDER);
            static final byte[] BYTES = new byte[128];
            static final byte[] LANES = new byte[128];
            static long sum;

            public static void main(String[] arguments) throws Exception {
                Turns.alternate(20, Vectors::directWrite, Vectors::directRead);
                Turns.alternate(20, Vectors::bytesRead, Vectors::bytesWrite);
                Turns.alternate(20, Vectors::lanesWrite, Vectors::lanesRead);
                LONGS.intoMEMORY(OF(DIRECT), 96, ORDER);
            }

            static void directWrite() {
                LONGS.intoMEMORY(OF(DIRECT), 52, ORDER);
            }

            static void directRead() {
                sum += LongVector.fromMEMORY(LongVector.SPECIES_128, OF(DIRECT), 52, ORDER).lane(0);
            }

            static void bytesRead() {
                sum += ByteBuffer.wrap(BYTES).getLong(4);
            }

            static void bytesWrite() {
                LONGS.reinterpretAsBytes().intoArray(BYTES, 1);
                sum += ByteVector.fromArray(ByteVector.SPECIES_128, BYTES, 1).lane(0);
            }

            static void lanesWrite() {
                LONGS.intoARRAY(IN(LANES), 4, ORDER);
            }

            static void lanesRead() {
                sum += LongVector.fromARRAY(LongVector.SPECIES_128, IN(LANES), 4, ORDER).lane(0);
            }
        }
        """;

    static Path compile(String jdk, Path folder) throws IOException, InterruptedException {
        boolean segments = Segments.exist(jdk);
        String memory = segments ? "MemorySegment" : "ByteBuffer";
        String array = segments ? "MemorySegment" : "ByteArray";
        String text = SOURCE.replace("MEMORY", memory).replace("IN(", segments ? segment("ofArray") : "(")
            .replace("OF(", segments ? segment("ofBuffer") : "(").replace("ARRAY", array);
        return Segments.compile(jdk, folder, "Vectors", text, "--add-modules", "jdk.incubator.vector", "-cp",
            Fork.CLASSES.toString());
    }

    private static String segment(String factory) {
        return "java.lang.foreign.MemorySegment." + factory + "(";
    }
}
