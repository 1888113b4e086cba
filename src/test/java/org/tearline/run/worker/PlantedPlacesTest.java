// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.agrona.UnsafeApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.loop.Accesses.Operand;
import org.tearline.loop.Accesses;
import org.tearline.loop.MemoryAccesses;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.ReadKernel;
import org.tearline.loop.Region;
import org.tearline.loop.Specialization;
import org.tearline.run.link.Message.Where;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** Runs the planted rounds of a CAS reader step by step, without threads. */
class PlantedPlacesTest {
    private static final AccessRules RULES = new AccessRules(Architecture.X86_64,
        new Geometry(64, UnsafeApi.pageSize()), true);
    /** Where accesses cross a line. Only one place is tried there: some hosts take milliseconds for such a CAS. */
    private static final int CROSSING = 60;
    private static final int TIMES = 9;
    private static final int CROSSING_TIMES = 2;

    /**
     * The reader must compare only with the planted value. If it also compared with other candidates, it would find
     * 50 % of the expected number if each value stays for one comparison, and 200 % if each stays for two.
     */
    @ParameterizedTest
    @CsvSource({"1, 12, 1", "1, 12, 2", "1, 12, 7", "1, 60, 2", "1, 0, 1", "1, 0, 3", "3, 12, 1", "3, 60, 2",
        "32, 12, 2"})
    void shouldFindTheExpectedNumberHoweverLongAValueStays(int writers, int offset, int comparisons) {
        TrialSpec trial = new TrialSpec(Memory.UNSAFE, Width.LONG, offset, WriteMode.PLAIN, ReadMode.CAS, writers, 1,
            Processes.ONE, Tier.C2, 1);
        try (Region region = Region.open(Memory.UNSAFE, UnsafeApi.pageSize())) {
            List<Place> places = Place.all(Where.PLANTED, trial, region, RULES);
            assertThat(places).hasSize(Region.SLOTS);
            List<Place> tried = places;
            int times = TIMES;
            if (offset == CROSSING) {
                tried = places.subList(0, 1);
                times = CROSSING_TIMES;
            }
            Accesses accesses = MemoryAccesses.of(Memory.UNSAFE);
            ReadKernel reader = Specialization.candidateReader(accesses.write(WriteMode.CAS),
                accesses.read(ReadMode.VOLATILE),
                new Operand(null, Width.LONG), List.of());
            for (Place place : tried) {
                assertThat(place.candidates()).hasSize(1);
                // The writers take turns.
                for (int writer = 0; writer < writers; writer++) {
                    RoundTally tally = new RoundTally();
                    ReadTally reads = new ReadTally(comparisons, Width.LONG);
                    for (int i = 0; i < times; i++) {
                        for (long value : place.generations().table(writer)) {
                            Region.put(place.address(), Width.LONG, value);
                            int kept = reader.run(place.target(), place.candidates(), comparisons, reads);
                            tally.addTorn(place.decoder(), reads, kept, 0);
                        }
                    }
                    tally.addReads(reads, 0);
                    assertThat(tally.planted().efficiency()).as("writer %d: %s", writer, tally.planted())
                        .isBetween(0.97, 1.03);
                }
            }
        }
    }
}
