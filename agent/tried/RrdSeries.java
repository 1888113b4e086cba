// SPDX-License-Identifier: Apache-2.0
//DEPS org.rrd4j:rrd4j:3.10
//LIBRARY org.rrd4j.core.Rrd
package tried;

import java.io.IOException;
import org.rrd4j.ConsolFun;
import org.rrd4j.DsType;
import org.rrd4j.core.FetchRequest;
import org.rrd4j.core.RrdDb;
import org.rrd4j.core.RrdDef;
import org.rrd4j.core.RrdNioBackendFactory;

/** Adds samples to a round-robin database of RRD4J in a mapped file while two threads fetch them. */
final class RrdSeries {
    private static final int SAMPLES = 100_000;
    private static final int FETCHES = 4_000;
    private static final int ROWS = 500;
    private static final long START = 1_700_000_000;

    public static void main(String[] args) throws Exception {
        RrdNioBackendFactory mapped = new RrdNioBackendFactory(0);
        RrdDef definition = new RrdDef(args[0] + "/series.rrd", START, 1);
        definition.addDatasource("watts", DsType.GAUGE, 2, Double.NaN, Double.NaN);
        definition.addArchive(ConsolFun.AVERAGE, 0.5, 1, ROWS);
        try (RrdDb series = RrdDb.getBuilder().setRrdDef(definition).setBackendFactory(mapped).build()) {
            Work.run(3, 10, SAMPLES + 2L * FETCHES * ROWS,
                (thread, round) -> thread == 0 ? add(series, round) : fetch(series));
        }
        mapped.close();
    }

    private static long add(RrdDb series, int round) throws IOException {
        for (int i = 1; i <= SAMPLES; i++) {
            series.createSample(START + (long) round * SAMPLES + i).setValue("watts", 7).update();
        }
        return series.getLastUpdateTime();
    }

    private static long fetch(RrdDb series) throws IOException {
        for (int i = 0; i < FETCHES; i++) {
            long last = series.getLastUpdateTime();
            FetchRequest request = series.createFetchRequest(ConsolFun.AVERAGE, last - ROWS, last);
            for (double value : request.fetchData().getValues(0)) {
                if (value != 7 && !Double.isNaN(value)) {
                    throw new AssertionError(value + " watts");
                }
            }
        }
        return FETCHES;
    }
}
