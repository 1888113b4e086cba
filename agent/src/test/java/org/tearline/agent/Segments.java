// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;


import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs that use memory segments, which Java 17 lacks. Compiled by the JDK that runs them. */
final class Segments {
    static final String SOURCE = """
        import java.lang.foreign.*;
        import java.lang.invoke.*;
        import java.nio.*;

        public class Segments {
            public static void main(String[] arguments) throws Exception {
                byte[] array = new byte[256];
                MemorySegment segment = Arena.global().allocate(256, 256);
                MemorySegment heap = MemorySegment.ofArray(array);
                for (int offset = 0; offset <= 64; offset++) {
                    segment.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, 1L);
                    segment.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
                    heap.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, 1.0);
                    heap.get(ValueLayout.JAVA_CHAR_UNALIGNED, offset);
                    segment.asSlice(offset).getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 1);
                    segment.set(ValueLayout.ADDRESS_UNALIGNED, offset, segment);
                    segment.get(ValueLayout.ADDRESS_UNALIGNED, offset);
                    segment.get(ValueLayout.JAVA_BYTE, offset);
                    heap.asReadOnly().get(ValueLayout.JAVA_FLOAT_UNALIGNED, offset);
                    refused(() -> heap.asReadOnly().set(ValueLayout.JAVA_LONG_UNALIGNED, 4, 1L));
                    refused(() -> segment.get(ValueLayout.JAVA_LONG_UNALIGNED, 251));
                    refused(() -> segment.get(ValueLayout.JAVA_SHORT, 1));
                    refused(() -> heap.get(ValueLayout.JAVA_SHORT, 1));
                }
                handles(segment);
                MemorySegment source = MemorySegment.ofArray(new byte[16]);
                segment.asSlice(52, 16).fill((byte) 1);
                segment.asSlice(52).copyFrom(source);
                MemorySegment.copy(source, 0, segment, 52, 16);
                MemorySegment.copy(source, ValueLayout.JAVA_INT_UNALIGNED, 0, segment,
                    ValueLayout.JAVA_INT_UNALIGNED, 52, 4);
                MemorySegment.copy(new byte[16], 0, segment, ValueLayout.JAVA_BYTE, 52, 16);
                MemorySegment.copy(source, ValueLayout.JAVA_BYTE, 0, array, 52, 16);
                segment.setString(52, "fifteen letters");
                refused(() -> segment.asReadOnly().fill((byte) 1));
                refused(() -> MemorySegment.copy(source, 0, segment, 250, 16));
            }

            /** Makes accesses through handles whose index or value differs from that of the access. */
            static void handles(MemorySegment segment) throws Exception {
                VarHandle longs = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
                VarHandle ints = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
                MethodHandles.Lookup own = MethodHandles.lookup();
                ByteBuffer buffer = segment.asByteBuffer();
                MethodHandles.insertCoordinates(longs, 1, 60).set(buffer, 1L);
                VarHandle shifted = MethodHandles.filterCoordinates(longs, 1,
                    own.findStatic(Segments.class, "add4", MethodType.methodType(int.class, int.class)));
                long aligned = (long) shifted.get(buffer, 60);
                long misaligned = (long) shifted.get(buffer, 56);
                MethodHandles.filterValue(ints,
                    own.findStatic(Segments.class, "down", MethodType.methodType(int.class, long.class)),
                    own.findStatic(Segments.class, "up", MethodType.methodType(long.class, int.class)))
                    .set(buffer, 60, 1L);
                MemoryLayout.structLayout(MemoryLayout.paddingLayout(60), ValueLayout.JAVA_LONG_UNALIGNED.withName("v"))
                    .varHandle(MemoryLayout.PathElement.groupElement("v")).set(segment, 0L, 1L);
            }

            static int add4(int index) {
                return index + 4;
            }

            static int down(long value) {
                return (int) value;
            }

            static long up(int value) {
                return value;
            }

            static void refused(Runnable access) {
                try {
                    access.run();
                    throw new AssertionError("not refused");
                } catch (IllegalArgumentException | IndexOutOfBoundsException | UnsupportedOperationException e) {
                    // As expected: the JDK makes no access.
                }
            }
        }
        """;

    /** Writes two ints beside each other on one thread each. One of the threads copies both. */
    static final String NEIGHBORS = """
        import java.lang.foreign.*;

        public class Neighbors {
            static final MemorySegment SEGMENT = Arena.global().allocate(256, 256);

            public static void main(String[] arguments) throws Exception {
                SEGMENT.set(ValueLayout.JAVA_INT_UNALIGNED, 62, 1);
                MemorySegment.copy(SEGMENT, 62, MemorySegment.ofArray(new byte[8]), 0, 8);
                for (int i = 0; i < 2; i++) {
                    Thread other = new Thread(Neighbors::other);
                    other.start();
                    other.join();
                    SEGMENT.set(ValueLayout.JAVA_INT_UNALIGNED, 62, 2);
                    SEGMENT.get(ValueLayout.JAVA_INT_UNALIGNED, 62);
                }
            }

            static void other() {
                SEGMENT.set(ValueLayout.JAVA_INT_UNALIGNED, 66, 1);
            }
        }
        """;

    /** Whether a JDK has memory segments: since Java 22. */
    static boolean exist(String jdk) throws IOException {
        return isVersion(jdk, "2[2-9]|[3-9].");
    }

    /** @param version regular expression */
    static boolean isVersion(String jdk, String version) throws IOException {
        return Files.readString(Path.of(jdk, "release")).matches("(?s).*JAVA_VERSION=\"(" + version + ").*");
    }

    static Path compile(String jdk, Path folder, String name, String text, String... options)
        throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve(name + ".java"), text);
        Fork.execute(List.of(Fork.tool(jdk, "javac"), "-J-XX:TieredStopAtLevel=1", "-d", folder.toString(),
            source.toString()), options).well();
        return folder;
    }
}
