// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;

/** Java source lines for accesses, with Agrona's UnsafeApi and the placeholder {@code ADDRESS}. Thread-safe. */
final class JavaLine {
    /** For a vector of {@code BITS} bits. On JDK 17 and 18, the segment is a ByteBuffer. */
    static final String VECTOR_WRITE = "vector.intoMemorySegment(segment, ADDRESS, ByteOrder.nativeOrder())";
    static final String VECTOR_READ = "LongVector.fromMemorySegment(LongVector.SPECIES_BITS, segment, ADDRESS,"
        + " ByteOrder.nativeOrder())";

    private JavaLine() {
    }

    /** Converts a line for {@link Memory#UNSAFE} to another memory. */
    static String in(Memory memory, String line) {
        return switch (memory) {
            case UNSAFE, MAPPED -> line;
            case HEAP -> line.replace("(null, ADDRESS", "(array, ADDRESS");
            case DIRECT -> line.replace("UnsafeApi.", "buffer.").replace("(null, ADDRESS", "(ADDRESS");
            case BYTEBUFFER -> viewed(line.replace("UnsafeApi.putLong(null, ", "buffer.putLong(")
                .replace("UnsafeApi.getLong(null, ", "buffer.getLong("), "buffer");
            case HEAPVIEW -> viewed(line, "array");
            case SEGMENT -> viewed(line, "segment");
        };
    }

    /** Converts a line to use a VarHandle for longs. */
    private static String viewed(String line, String bytes) {
        return line.replace("UnsafeApi.put", "longs.set").replaceAll("UnsafeApi\\.(get|compare)", "longs.$1")
            .replaceFirst("(longs\\.\\w*?)Long", "$1").replace("(null, ADDRESS", "(" + bytes + ", ADDRESS");
    }

    static String of(WriteMode write) {
        return "UnsafeApi." + switch (write) {
            case PLAIN -> "putLong(null, ADDRESS, value)";
            case OPAQUE -> "putLongOpaque(null, ADDRESS, value)";
            case ORDERED -> "putLongRelease(null, ADDRESS, value)";
            case VOLATILE -> "putLongVolatile(null, ADDRESS, value)";
            case CAS -> "compareAndSetLong(null, ADDRESS, last, value)";
            case GETANDSET -> "getAndSetLong(null, ADDRESS, value)";
            case GETANDADD -> "getAndAddLong(null, ADDRESS, value - last)";
            case SEQLOCK -> "putLong(null, ADDRESS, value), between two stores of a version";
        };
    }

    static String of(ReadMode read) {
        return "UnsafeApi." + switch (read) {
            case PLAIN -> "getLong(null, ADDRESS)";
            case OPAQUE -> "getLongOpaque(null, ADDRESS)";
            case ACQUIRE -> "getLongAcquire(null, ADDRESS)";
            case VOLATILE -> "getLongVolatile(null, ADDRESS)";
            case CAS -> "compareAndSetLong(null, ADDRESS, candidate, candidate)";
            case EXCHANGE -> "compareAndExchangeLong(null, ADDRESS, x, x)";
            case GETANDADD -> "getAndAddLong(null, ADDRESS, 0)";
            case AGREE -> "getLongVolatile(null, ADDRESS), until two reads agree";
            case MASKED -> "getLongVolatile(null, ADDRESS), until two reads agree if (ADDRESS & 63) > 56";
            case SEQLOCK -> "getLong(null, ADDRESS), between two reads of a version";
        };
    }
}
