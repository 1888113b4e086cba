// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import org.tearline.trial.Api;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;

/** Java source lines for accesses through an API, with the placeholder {@code ADDRESS}. Thread-safe. */
final class JavaLine {
    /** For a vector of {@code BITS} bits. On JDK 17 and 18, the segment is a ByteBuffer. */
    static final String VECTOR_WRITE = "vector.intoMemorySegment(segment, ADDRESS, ByteOrder.nativeOrder())";
    static final String VECTOR_READ = "LongVector.fromMemorySegment(LongVector.SPECIES_BITS, segment, ADDRESS,"
        + " ByteOrder.nativeOrder())";

    private JavaLine() {
    }

    /** Returns a write of a long. */
    static String of(Api api, WriteMode write) {
        if (write == WriteMode.PLAIN) {
            return plain(api, "put", "set", ", value");
        }
        return in(api, switch (write) {
            case PLAIN -> "putLong(null, ADDRESS, value)";
            case OPAQUE -> "putLongOpaque(null, ADDRESS, value)";
            case ORDERED -> "putLongRelease(null, ADDRESS, value)";
            case VOLATILE -> "putLongVolatile(null, ADDRESS, value)";
            case CAS -> "compareAndSetLong(null, ADDRESS, last, value)";
            case GETANDSET -> "getAndSetLong(null, ADDRESS, value)";
            case GETANDADD -> "getAndAddLong(null, ADDRESS, value - last)";
            case SEQLOCK -> "putLong(null, ADDRESS, value), between two stores of a version";
        });
    }

    /** Returns a read of a long. */
    static String of(Api api, ReadMode read) {
        if (read == ReadMode.PLAIN) {
            return plain(api, "get", "get", "");
        }
        return in(api, switch (read) {
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
        });
    }

    private static String plain(Api api, String method, String handle, String value) {
        return switch (api) {
            case UNSAFE -> "UnsafeApi." + method + "Long(null, ADDRESS" + value + ")";
            case BYTEBUFFER -> "buffer." + method + "Long(ADDRESS" + value + ")";
            case BUFFER_VIEW, HEAP_BUFFER_VIEW -> "longs." + handle + "(buffer, ADDRESS" + value + ")";
            case ARRAY_VIEW -> "longs." + handle + "(array, ADDRESS" + value + ")";
            case SEGMENT, HEAP_SEGMENT -> "segment." + handle + "(JAVA_LONG, ADDRESS" + value + ")";
            case SEGMENT_UNALIGNED -> "segment." + handle + "(JAVA_LONG_UNALIGNED, ADDRESS" + value + ")";
            case VECTOR -> handle.equals("set") ? VECTOR_WRITE : VECTOR_READ;
        };
    }

    /** Converts a line of Unsafe to one with a VarHandle for longs. */
    private static String in(Api api, String line) {
        String bytes = switch (api) {
            case UNSAFE, VECTOR -> "";
            case BYTEBUFFER, BUFFER_VIEW, HEAP_BUFFER_VIEW -> "buffer";
            case ARRAY_VIEW -> "array";
            case SEGMENT, SEGMENT_UNALIGNED, HEAP_SEGMENT -> "segment";
        };
        if (bytes.isEmpty()) {
            return "UnsafeApi." + line;
        }
        return "longs." + line.replaceFirst("^put", "set").replaceFirst("Long", "").replace("(null, ", "(" + bytes
            + ", ");
    }
}
