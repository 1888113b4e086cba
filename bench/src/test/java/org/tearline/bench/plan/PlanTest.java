// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.tearline.bench.machine.Caches;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.LeftOut;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.StepResult;

class PlanTest {
    private static final Caches CACHES = new Caches(64, 48 << 10, 1 << 20, 32 << 20);

    @Test
    void shouldGiveEachStepOfEveryProfileAFileOfItsOwn() {
        for (Profile profile : List.of(Profile.SMOKE, Profile.QUICK, Profile.FULL)) {
            List<String> ids = plan(setting(profile, 4, true)).steps().stream().map(Step::id).toList();
            assertEquals(ids.size(), new HashSet<>(ids).size(), profile.name());
            ids.forEach(id -> assertTrue(id.matches("[A-Za-z0-9-]+"), id));
        }
    }

    @Test
    void shouldHaveStepsForEveryQuestion() {
        Set<String> groups = plan(setting(Profile.QUICK, 2, true)).steps().stream().map(Step::group)
            .collect(Collectors.toSet());
        for (Question question : Question.values()) {
            assertTrue(groups.contains(question.id()), question.id());
        }
    }

    @Test
    void shouldTakeEightMinutesForAQuickRunOnTwoCpus() {
        double seconds = plan(setting(Profile.QUICK, 2, true)).seconds();
        assertTrue(seconds > 300 && seconds < 510, seconds + " s");
        double traffic = Plan.of(setting(Profile.QUICK, 2, true), Set.of("queues", "ping")).seconds();
        assertTrue(traffic > 60 && traffic < 240, traffic + " s");
    }

    @Test
    void shouldTakeTwentySecondsForQueuesAndPingsAtTheGate() {
        double seconds = Plan.of(setting(Profile.SMOKE, 2, true), Set.of("queues", "ping")).seconds();
        assertTrue(seconds < 20, seconds + " s");
    }

    @Test
    void shouldNotBelieveAnAlignedQueueThatIsDamaged() throws StepFailed {
        for (String place : List.of("heap", "aligned", "line", "page")) {
            StepResult result = StepResult.of(List.of(new Cell("queues", Map.of("place", place), "time", "ns", "queue",
                "ordered", List.of(1.0), Map.of("lost", 0L, "garbled", 1L))));
            if (place.equals("line") || place.equals("page")) {
                assertEquals(result, QueueSteps.sound(result));
            } else {
                StepFailed failed = assertThrows(StepFailed.class, () -> QueueSteps.sound(result), place);
                assertTrue(failed.getMessage().contains("an aligned queue damaged"), failed.getMessage());
            }
        }
    }

    @Test
    void shouldLeaveOutByNameWhatWantsMoreCpus() throws StepFailed {
        assertEquals(Set.of("4 threads", "8 threads"), leftOut(setting(Profile.QUICK, 2, true), "-left-out-[0-9]+"));
        assertEquals(Set.of("8 threads"), leftOut(setting(Profile.QUICK, 4, true), "-left-out-[0-9]+"));
        assertTrue(leftOut(setting(Profile.QUICK, 1, true), "remedies-.*-time").contains("seqlock"));
        assertEquals(Set.of("queues", "round trips"), leftOut(setting(Profile.QUICK, 1, true), "(queues|ping)-.*"));
    }

    @Test
    void shouldLeaveOutByNameWhatLocksAcrossALine() throws StepFailed {
        assertEquals(Set.of("raw-getandadd-straddling"),
            leftOut(setting(Profile.QUICK, 2, false), "counters-raw-.*ing-2"));
        assertTrue(leftOut(setting(Profile.QUICK, 2, false), "queues-left-out-.*").contains("line-locked-by-one"));
        assertEquals(Set.of("cas-write", "locked-read", "cas-write-locked-read"),
            leftOut(setting(Profile.QUICK, 2, false), "remedies-(cas-write|locked-read).*-time"));
    }

    @Test
    void shouldMeasureWhatDiffersFromJvmToJvmInThreeOfThem() {
        Map<String, Long> forks = plan(setting(Profile.QUICK, 2, true)).steps().stream().map(Step::id)
            .collect(Collectors.groupingBy(id -> id.replaceFirst("-pass[0-9]+$", ""), Collectors.counting()));
        for (String id : List.of("remedies-seqlock-time", "bystander-L2", "offset-cost-load4-place", "ping-tcp-spin-2",
            "queues-aligned-ordered-1", "counters-long-adder-2", "false-sharing-place-volatile-2")) {
            assertEquals(3, forks.get(id), id + " of " + forks.keySet());
        }
        for (String id : List.of("jython-counters-racy", "offset-cost-load8-L2",
            "remedies-tester-cas-volatile-false")) {
            assertEquals(1, forks.get(id), id + " of " + forks.keySet());
        }
        assertTrue(plan(setting(Profile.FULL, 2, true)).steps().stream().map(Step::id)
            .anyMatch("jython-counters-racy-pass3"::equals), "a full run repeats all");
    }

    @Test
    void shouldLeaveOutANeighbourThatWantsAnotherCpu() throws StepFailed {
        assertEquals(Set.of("work beside a neighbour's locks"),
            leftOut(setting(Profile.QUICK, 1, true), "bystander-.*"));
    }

    @Test
    void shouldNameTheGroupsThatThereAre() {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class,
            () -> Plan.of(setting(Profile.QUICK, 2, true), Set.of("offsets")));
        assertTrue(refused.getMessage().contains("offset-cost"), refused.getMessage());
    }

    /** Runs only steps that must measure nothing. */
    private static Set<String> leftOut(Setting setting, String ids) throws StepFailed {
        Set<String> what = new HashSet<>();
        for (Step step : plan(setting).steps()) {
            if (step.id().matches("(?:.*)" + ids)) {
                StepResult result = step.work().run();
                assertTrue(result.cells().isEmpty(), step.id());
                result.leftOut().stream().map(LeftOut::what).forEach(what::add);
            }
        }
        return what;
    }

    private static Plan plan(Setting setting) {
        return Plan.of(setting, Set.of());
    }

    private static Setting setting(Profile profile, int cpus, boolean splitLocks) {
        return new Setting(profile, CACHES, cpus, true, splitLocks, null, null);
    }
}
