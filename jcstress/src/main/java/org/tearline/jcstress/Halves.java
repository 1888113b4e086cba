// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.tearline.jcstress.Value.AFTER;
import static org.tearline.jcstress.Value.BEFORE;

import java.nio.ByteOrder;
import org.agrona.UnsafeApi;
import org.openjdk.jcstress.annotations.State;

/**
 * A slot that is accessed in two sizes: as a whole and by its two halves. The first half is the one at the lower
 * address. Each store replaces bytes of {@link Value#BEFORE} by those of {@link Value#AFTER}. Wholes of 4 and 2 bytes
 * cross the same boundary as the long, in their middle.
 */
@State
public class Halves extends Slot {

    static final int FIRST = 0;
    static final int SECOND = 1;

    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    public Halves() {
        super(PLACES, Memory.UNSAFE);
    }

    Halves(Place[] places, Memory memory) {
        super(places, memory);
    }

    /** A slot in the JDK's buffer, aligned, as its VarHandle views require. */
    @State
    public static class View extends Halves {
        public View() {
            super(new Place[] {Place.ALIGNED}, Memory.BYTEBUFFER);
        }
    }

    final void storeInt(int half) {
        UnsafeApi.putInt(null, address + half * Integer.BYTES, newInt(half));
    }

    final void storeIntOpaque(int half) {
        UnsafeApi.putIntOpaque(null, address + half * Integer.BYTES, newInt(half));
    }

    final void storeIntOrdered(int half) {
        UnsafeApi.putIntRelease(null, address + half * Integer.BYTES, newInt(half));
    }

    final void storeIntVolatile(int half) {
        UnsafeApi.putIntVolatile(null, address + half * Integer.BYTES, newInt(half));
    }

    final int loadIntOpaque(int half) {
        return UnsafeApi.getIntOpaque(null, address + half * Integer.BYTES);
    }

    final int loadIntVolatile(int half) {
        return UnsafeApi.getIntVolatile(null, address + half * Integer.BYTES);
    }

    final void storeShort(int half) {
        int first = start(Integer.BYTES) + half * Short.BYTES;
        UnsafeApi.putShort(null, address + first, (short) part(AFTER, first, Short.BYTES));
    }

    final void storeByte(int half) {
        int first = start(Short.BYTES) + half;
        UnsafeApi.putByte(null, address + first, (byte) part(AFTER, first, Byte.BYTES));
    }

    final int wholeInt() {
        return UnsafeApi.getInt(null, address + start(Integer.BYTES));
    }

    final short wholeShort() {
        return UnsafeApi.getShort(null, address + start(Short.BYTES));
    }

    static int newInt(int half) {
        return (int) part(AFTER, half * Integer.BYTES, Integer.BYTES);
    }

    /** Returns which halves of a loaded int are new. */
    final HalvesSeen.Seen seenInt(int whole) {
        return seen(Integer.toUnsignedLong(whole), Integer.BYTES);
    }

    final HalvesSeen.Seen seenShort(short whole) {
        return seen(Short.toUnsignedLong(whole), Short.BYTES);
    }

    final HalvesSeen.Seen seenLong(long whole) {
        return seen(whole, Long.BYTES);
    }

    /** Returns which halves of a long are new, if the halves were loaded one by one. */
    static HalvesSeen.Seen seenInts(int first, int second) {
        return HalvesSeen.Seen.of(isNew(Integer.toUnsignedLong(first), 0, Integer.BYTES),
            isNew(Integer.toUnsignedLong(second), Integer.BYTES, Integer.BYTES));
    }

    private HalvesSeen.Seen seen(long whole, int bytes) {
        int half = bytes / 2;
        int first = start(bytes);
        long low = whole & mask(half);
        long high = whole >>> Byte.SIZE * half;
        if (LITTLE_ENDIAN) {
            return HalvesSeen.Seen.of(isNew(low, first, half), isNew(high, first + half, half));
        }
        return HalvesSeen.Seen.of(isNew(high, first, half), isNew(low, first + half, half));
    }

    /** The offset of a whole of this size: 0 in an aligned slot, otherwise centred on the boundary. */
    private int start(int bytes) {
        return place == Place.ALIGNED ? 0 : (Long.BYTES - bytes) / 2;
    }

    /** Whether some bytes are new; null if they are neither new nor old. */
    private static Boolean isNew(long bits, int first, int bytes) {
        if (bits == part(AFTER, first, bytes)) {
            return true;
        }
        if (bits == part(BEFORE, first, bytes)) {
            return false;
        }
        return null;
    }

    /** Returns what an access to some bytes of a long in memory loads. The first byte is counted in memory order. */
    private static long part(long value, int first, int bytes) {
        int skipped = LITTLE_ENDIAN ? first : Long.BYTES - first - bytes;
        return value >>> Byte.SIZE * skipped & mask(bytes);
    }

    /** Returns a mask for the lowest bytes of a long, of which there must be at least one. */
    private static long mask(int bytes) {
        return -1L >>> Long.SIZE - Byte.SIZE * bytes;
    }
}
