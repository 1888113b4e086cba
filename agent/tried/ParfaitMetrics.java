// SPDX-License-Identifier: Apache-2.0
//DEPS io.pcp.parfait:dxm:1.1.1
//DEPS org.slf4j:slf4j-nop:1.7.36
//LIBRARY io.pcp.parfait.dxm.types
package tried;

import io.pcp.parfait.dxm.IdentifierSourceSet;
import io.pcp.parfait.dxm.MetricName;
import io.pcp.parfait.dxm.PcpMmvWriter;
import io.pcp.parfait.dxm.semantics.Semantics;
import java.io.File;
import tech.units.indriya.AbstractUnit;

/** Updates Parfait metrics from three threads in a mapped file that PCP's daemon would read. */
final class ParfaitMetrics {
    private static final int METRICS = 100;
    private static final int UPDATES = 300_000;

    public static void main(String[] args) throws Exception {
        PcpMmvWriter writer = new PcpMmvWriter(new File(args[0], "metrics"), IdentifierSourceSet.DEFAULT_SET);
        for (int i = 0; i < METRICS; i++) {
            writer.addMetric(name(i), Semantics.COUNTER, AbstractUnit.ONE, 0L);
        }
        writer.start();
        Work.run(3, 10, 3L * UPDATES, (thread, round) -> {
            for (int i = 0; i < UPDATES; i++) {
                writer.updateMetric(name(i % METRICS), (long) i);
            }
            return UPDATES;
        });
    }

    private static MetricName name(int metric) {
        return MetricName.parse("tried.metric" + metric);
    }
}
