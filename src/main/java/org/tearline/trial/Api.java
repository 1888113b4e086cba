// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/**
 * The Java APIs for off-heap and byte-wise access: what the JDK refuses, and what it does in pieces until the JIT
 * compiles the call. What the access then does is up to the CPU. ApiTest compares this with the running JDK.
 * Thread-safe.
 */
public enum Api {
    /** Unsafe at an address, which checks neither mode nor alignment, except for some accesses to a short. */
    UNSAFE("Unsafe", false),
    /** Agrona's UnsafeBuffer at an index. It lacks most accesses to a short. */
    AGRONA("Agrona UnsafeBuffer", false),
    /** The methods of a ByteBuffer, such as getLong; direct or on the heap. They are all plain. */
    BYTEBUFFER("ByteBuffer", true),
    /** A byteBufferViewVarHandle on a direct buffer. */
    BUFFER_VIEW("VarHandle view of a direct ByteBuffer", true),
    HEAP_BUFFER_VIEW("VarHandle view of a heap ByteBuffer", true),
    /** A byteArrayViewVarHandle. */
    ARRAY_VIEW("VarHandle view of a byte[]", true),
    /** A layout with alignment, such as JAVA_LONG, on native memory. */
    SEGMENT("MemorySegment with JAVA_LONG", false),
    /** A layout without alignment, such as JAVA_LONG_UNALIGNED, on any memory. */
    SEGMENT_UNALIGNED("MemorySegment with JAVA_LONG_UNALIGNED", true),
    /** A layout with alignment on a byte[], whose alignment the JDK takes to be 1. */
    HEAP_SEGMENT("MemorySegment of a byte[] with JAVA_LONG", false),
    /** The Vector API, which has only plain accesses. Java code until compiled, aligned or not. */
    VECTOR("Vector API", true);

    /** The refusal of a mode that the API has no method for. */
    static final String NO_METHOD = "no such method";
    /** The first JDK whose views of heap memory have plain accesses only (JDK-8318966). */
    static final int FIRST_PLAIN_ON_HEAP = 23;
    private static final String ILLEGAL_STATE = "IllegalStateException";
    private static final String ILLEGAL_ARGUMENT = "IllegalArgumentException";
    private static final String UNSUPPORTED = "UnsupportedOperationException";

    private final String title;
    private final boolean inPieces;

    Api(String title, boolean inPieces) {
        this.title = title;
        this.inPieces = inPieces;
    }

    /** Returns the API that performs plain accesses to a memory, or the API for all other modes. */
    public static Api of(Memory memory, boolean plain) {
        Api api = switch (memory) {
            case UNSAFE, HEAP, MAPPED -> UNSAFE;
            case DIRECT -> AGRONA;
            case BYTEBUFFER, HEAPBUFFER -> BYTEBUFFER;
            case HEAPVIEW -> ARRAY_VIEW;
            case SEGMENT -> SEGMENT_UNALIGNED;
        };
        if (plain || !api.plainOnly()) {
            return api;
        }
        if (memory == Memory.HEAPBUFFER) {
            return HEAP_BUFFER_VIEW;
        }
        return api.instead();
    }

    /** Whether a checked API of the JDK accesses a memory. Until compiled, its plain accesses are Java code. */
    public static boolean checks(Memory memory) {
        boolean plain = true;
        return of(memory, plain).inPieces();
    }

    public String title() {
        return title;
    }

    /** Whether Java code makes a misaligned plain access in pieces until the JIT compiles the call. */
    public boolean inPieces() {
        return inPieces;
    }

    /** Returns null, or why the JDK refuses a write: the simple name of the exception, or {@link #NO_METHOD}. */
    public String refusal(WriteMode mode, Width width, boolean aligned, int java) {
        return refusal(mode == WriteMode.PLAIN, mode == WriteMode.VOLATILE, mode.readsAndWrites(), width, aligned,
            java);
    }

    /** Returns null, or why the JDK refuses a read: the simple name of the exception, or {@link #NO_METHOD}. */
    public String refusal(ReadMode mode, Width width, boolean aligned, int java) {
        return refusal(mode == ReadMode.PLAIN, mode == ReadMode.VOLATILE, mode.readsAndWrites(), width, aligned, java);
    }

    private String refusal(boolean plain, boolean isVolatile, boolean updates, Width width, boolean aligned, int java) {
        if (plain) {
            if (this == HEAP_SEGMENT || this == SEGMENT && !aligned) {
                return ILLEGAL_ARGUMENT;
            }
            return null;
        }
        boolean shortUpdate = updates && width == Width.SHORT;
        return switch (this) {
            case UNSAFE -> null;
            case AGRONA -> width == Width.SHORT && !isVolatile ? NO_METHOD : null;
            case BYTEBUFFER, VECTOR -> NO_METHOD;
            case BUFFER_VIEW -> exception(shortUpdate, aligned, ILLEGAL_STATE);
            case HEAP_BUFFER_VIEW -> exception(shortUpdate, aligned && java < FIRST_PLAIN_ON_HEAP, ILLEGAL_STATE);
            case ARRAY_VIEW -> exception(shortUpdate || java >= FIRST_PLAIN_ON_HEAP, aligned, ILLEGAL_STATE);
            case SEGMENT, HEAP_SEGMENT -> exception(shortUpdate, aligned && this == SEGMENT, ILLEGAL_ARGUMENT);
            case SEGMENT_UNALIGNED -> UNSUPPORTED;
        };
    }

    /**
     * Returns null, or what the JDK throws until C2 has compiled the call. Only C2 has an instruction for Unsafe's
     * read-modify-write of a short. Elsewhere, Unsafe modifies the aligned int around the short, and refuses a short
     * that spans two ints.
     */
    String refusalUntilCompiled(boolean readsAndWrites, Width width, int offset) {
        boolean spans = width == Width.SHORT && offset % Integer.BYTES == Integer.BYTES - 1;
        if (this == UNSAFE && readsAndWrites && spans) {
            return ILLEGAL_ARGUMENT;
        }
        return null;
    }

    /** The JDK rejects an unsupported mode before it checks the alignment. */
    private static String exception(boolean unsupported, boolean aligned, String ifMisaligned) {
        if (unsupported) {
            return UNSUPPORTED;
        }
        if (aligned) {
            return null;
        }
        return ifMisaligned;
    }

    /** Whether the API has plain accesses only, in every JDK. */
    boolean plainOnly() {
        return this == BYTEBUFFER || this == SEGMENT_UNALIGNED || this == VECTOR;
    }

    /** Returns the API to use for modes that this one refuses at every address, or this one if no other is better. */
    public Api instead() {
        return switch (this) {
            case BYTEBUFFER, HEAP_BUFFER_VIEW, ARRAY_VIEW -> BUFFER_VIEW;
            case SEGMENT_UNALIGNED, HEAP_SEGMENT -> SEGMENT;
            case AGRONA -> UNSAFE;
            case UNSAFE, BUFFER_VIEW, SEGMENT, VECTOR -> this;
        };
    }

    /**
     * Returns the multiple in bytes at which the memory of the API starts, unless more is known of it: an address
     * counts from a page, and so does its offset. Native memory starts at a multiple of 16, as allocateDirect,
     * Unsafe.allocateMemory and an Arena align it, and an object of the heap at a multiple of 8; see docs/alignment.md.
     */
    public int startsAt() {
        return switch (this) {
            // The smallest size of a page.
            case UNSAFE, VECTOR -> 4096;
            case AGRONA, BYTEBUFFER, BUFFER_VIEW, SEGMENT, SEGMENT_UNALIGNED -> 16;
            case HEAP_BUFFER_VIEW, ARRAY_VIEW, HEAP_SEGMENT -> 8;
        };
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
