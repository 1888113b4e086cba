// SPDX-License-Identifier: Apache-2.0
//DEPS org.roaringbitmap:RoaringBitmap:1.3.0
package tried;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.roaringbitmap.buffer.ImmutableRoaringBitmap;
import org.roaringbitmap.buffer.MutableRoaringBitmap;

/** Serializes bitmaps to direct buffers, which two other threads query. */
final class RoaringBitmaps {
    private static final int BITMAPS = 5_000;
    private static final int LATEST = 100;
    private static final int BITS = 20_000;

    public static void main(String[] args) throws Exception {
        AtomicReferenceArray<ByteBuffer> latest = new AtomicReferenceArray<>(LATEST);
        Work.run(3, 10, 3L * BITMAPS, (thread, round) -> {
            for (int i = 0; i < BITMAPS; i++) {
                if (thread == 0) {
                    latest.set(i % LATEST, bitmap(i % LATEST + 2));
                } else if (latest.get(i % LATEST) != null) {
                    check(new ImmutableRoaringBitmap(latest.get(i % LATEST).duplicate()), i % LATEST + 2);
                }
            }
            return round;
        });
    }

    private static ByteBuffer bitmap(int step) {
        MutableRoaringBitmap bits = new MutableRoaringBitmap();
        for (int bit = 0; bit < BITS; bit += step) {
            bits.add(bit * step);
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(bits.serializedSizeInBytes() + 1);
        bits.serialize(buffer.put((byte) 0));
        return buffer.flip().position(1).slice();
    }

    private static void check(ImmutableRoaringBitmap bits, int step) {
        if (bits.getCardinality() != (BITS + step - 1) / step) {
            throw new AssertionError(bits.getCardinality() + " bits, step " + step);
        }
    }
}
