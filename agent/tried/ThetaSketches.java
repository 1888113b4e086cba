// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.datasketches:datasketches-java:6.2.0
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/jdk.internal.ref=ALL-UNNAMED
//LIBRARY org.apache.datasketches.memory
package tried;

import org.apache.datasketches.memory.WritableMemory;
import org.apache.datasketches.theta.UpdateSketch;
import org.apache.datasketches.theta.UpdateSketchBuilder;

/** Updates a concurrent off-heap DataSketches sketch from two threads, while a third reads the estimate. */
final class ThetaSketches {
    private static final int VALUES = 2_000_000;
    private static final int DISTINCT = 50_000;

    public static void main(String[] args) throws Exception {
        UpdateSketchBuilder builder = new UpdateSketchBuilder().setLogNominalEntries(12);
        builder.setMaxNumLocalThreads(2);
        builder.setNumPoolThreads(1);
        try (WritableMemory memory = WritableMemory.allocateDirect(1 << 20)) {
            UpdateSketch shared = builder.buildShared(memory);
            Work.run(3, 10, 2L * VALUES, (thread, round) -> {
                UpdateSketch local = builder.buildLocal(shared);
                for (int i = 0; i < VALUES; i++) {
                    if (thread < 2) {
                        local.update(i % DISTINCT);
                    } else if (i % 100 == 0 && shared.getEstimate() > 2 * DISTINCT) {
                        throw new AssertionError("about " + shared.getEstimate());
                    }
                }
                return DISTINCT;
            });
        }
        // The library's pool has non-daemon threads, which would keep the JVM running.
        System.exit(0);
    }
}
