// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.function.IntConsumer;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Threads;
import org.tearline.agent.site.Locations;
import org.tearline.agent.value.Value;
import org.tearline.agent.value.ValueTable;

/** Records copies, fills, comparisons and vectors. Thread-safe. */
final class BulkAccesses {
    /** Units in the first so many bytes, a line, count as values, even if nothing else has accessed them. */
    private static final int BYTES = 64;

    private final Recorder recorder;
    private final Locations locations;
    private final ValueTable values;
    private final Threads<Tally> tallies;

    BulkAccesses(Recorder recorder, Locations locations, ValueTable values, Threads<Tally> tallies) {
        this.recorder = recorder;
        this.locations = locations;
        this.values = values;
        this.tallies = tallies;
    }

    /**
     * Records a bulk access, also as an access to each tracked value that it has covered, in whole or in part, through
     * this or another mapping of a file, and to the first units.
     *
     * @param unit bytes of each value that was copied; 1 if unknown
     */
    void covered(Object base, long offset, long count, int unit, int id) {
        if (count <= 0) {
            return;
        }
        recorder.startTracking();
        long key = Keys.of(base, offset);
        coverTracked(base, offset, key, count, id);
        for (Mappings.Range alias : values.aliases(key, count)) {
            coverTracked(null, alias.first(), alias.first(), alias.count(), id);
        }
        boolean misaligned = (offset & unit - 1) != 0;
        long end = misaligned ? Math.min(count, BYTES) : 0;
        for (long at = 0; at + unit <= end; at += unit) {
            if (values.touched(key + at) == null) {
                recorder.countOrRecord(base, offset + at, unit, id, 0);
            }
        }
    }

    private void coverTracked(Object base, long offset, long first, long count, int id) {
        if (locations.get(id).access().operation() == Operation.WRITE) {
            values.written(first, count, tallies.own());
        }
        // A value that overlaps the covered bytes may start before them.
        values.forEach(first - Long.BYTES + 1, first + count, new IntConsumer() {
            @Override
            public void accept(int slot) {
                Value value = values.value(slot);
                // Another object may have the same hash code.
                boolean isHere = base == null || values.isOf(value, base);
                if (isHere && value.isTouched() && value.key() + value.bytes() > first) {
                    recorder.countOrRecord(base, offset + value.key() - first, value.bytes(), id, 0);
                }
            }
        });
    }
}
