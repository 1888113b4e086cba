// SPDX-License-Identifier: Apache-2.0
//DEPS io.airlift:slice:0.45
//LIBRARY io.airlift.slice
package tried;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.airlift.slice.SliceInput;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Packs records into slices of airlift, which the other two threads read. */
final class SliceRecords {
    private static final int SLICES = 20_000;
    private static final int LATEST = 100;
    private static final int RECORDS = 20;

    public static void main(String[] args) throws Exception {
        AtomicReferenceArray<Slice> latest = new AtomicReferenceArray<>(LATEST);
        Work.run(3, 10, 3L * SLICES, (thread, round) -> {
            for (int i = 0; i < SLICES; i++) {
                if (thread == 0) {
                    latest.set(i % LATEST, pack(i));
                } else if (latest.get(i % LATEST) != null) {
                    check(latest.get(i % LATEST).getInput());
                }
            }
            return round;
        });
    }

    private static Slice pack(long value) {
        DynamicSliceOutput out = new DynamicSliceOutput(64);
        for (int i = 0; i < RECORDS; i++) {
            out.appendByte(i).appendLong(value).appendInt(i).appendDouble(value);
        }
        return out.slice();
    }

    private static void check(SliceInput in) {
        for (int i = 0; i < RECORDS; i++) {
            byte number = in.readByte();
            long value = in.readLong();
            if (number != i || in.readInt() != i || in.readDouble() != value) {
                throw new AssertionError("record " + i);
            }
        }
    }
}
