// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.tearline.agent.Fork.EVIDENCE;
import static org.tearline.agent.Fork.QUICK;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.programs.Collected;
import org.tearline.agent.programs.FirstReads;
import org.tearline.agent.programs.Initializing;
import org.tearline.agent.programs.Locking;
import org.tearline.agent.programs.Monitors;
import org.tearline.agent.programs.Publishing;
import org.tearline.agent.programs.Several;
import org.tearline.agent.programs.Tasks;
import org.tearline.agent.programs.Variables;
import org.tearline.agent.programs.Versions;
import tools.jackson.databind.JsonNode;

/** Checks what the report says of the order in which threads access values. The programs print what is true. */
class OrderIT {
    private static final List<Class<?>> PROGRAMS = List.of(Variables.class, Monitors.class, Collected.class,
        Locking.class, Versions.class, Tasks.class, Publishing.class, Initializing.class, FirstReads.class);
    /** Those in which as many threads take part as are asked for. */
    private static final List<Class<?>> CROWDS = List.of(Locking.class, Tasks.class, Publishing.class,
        Initializing.class);

    @TempDir
    private Path folder;

    static Stream<Arguments> crowds() {
        return Stream.concat(Fork.jdks().limit(1).map(jdk -> arguments(jdk, 9)),
            Fork.newest().map(jdk -> arguments(jdk, 40)));
    }

    @OnEachJdk
    void shouldKnowTheOrder(String jdk) throws Exception {
        assertTruth(run(fork(jdk).optimized().jvm("-Xverify:all"), PROGRAMS));
    }

    /** Forty threads are virtual ones if the JDK has any. */
    @ParameterizedTest
    @MethodSource("crowds")
    void shouldKnowTheOrderOfManyThreads(String jdk, int threads) throws Exception {
        boolean virtual = threads > 9 && !Segments.isVersion(jdk, "17|18|19|20");
        assertTruth(run(fork(jdk).jvm(QUICK).jvm("-Dthreads=" + threads, "-Dvirtual=" + virtual), CROWDS));
    }

    /** In a young generation this small, new objects lie where others died, and so have their hash codes. */
    @OnEachJdk
    void shouldTellObjectsApartThatHaveTheSameHashCode(String jdk) throws Exception {
        assertTruth(run(fork(jdk).jvm(QUICK).jvm("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=4", "-Xmn1m",
            "-Dthreads=9"), List.of(Tasks.class)));
    }

    /** Shows that the turns of the racy rows hide behind nothing that the agent follows: no race is known by luck. */
    @OnNewestJdk
    void shouldFindNoRaceIfEverythingCountedAsOrdered(String jdk) throws Exception {
        Result result = run(fork(jdk).jvm(QUICK).jvm("-Dtearline.everythingOrdered=true"), PROGRAMS);
        assertThat(truth(result)).containsValue("unordered");
        assertThat(evidence(result)).doesNotContainValue("unordered");
    }

    /** If a call of the agent exhausts the stack, the monitor must be unlocked nevertheless, and nothing may hang. */
    @OnEachJdk
    void shouldUnlockEveryMonitor(String jdk) throws Exception {
        fork(jdk).optimized().run(Monitors.class, "deep");
    }

    private Fork fork(String jdk) {
        return new Fork(folder).on(jdk).options("quiet,line=64").libraries("asm-");
    }

    private static Result run(Fork fork, List<Class<?>> programs) throws Exception {
        Result result = fork.run(Several.class, programs.stream().map(Class::getName).toArray(String[]::new));
        result.assertNothingLost();
        return result;
    }

    private static void assertTruth(Result result) {
        assertThat(evidence(result)).isEqualTo(truth(result));
    }

    private static Map<String, String> truth(Result result) {
        return result.out().lines().map(line -> line.split(" "))
            .collect(toMap(words -> words[0], words -> words[1], (one, other) -> one, TreeMap::new));
    }

    private static String worse(String one, String other) {
        return EVIDENCE.indexOf(one) < EVIDENCE.indexOf(other) ? one : other;
    }

    /** Returns the most dangerous kind of each row. Some rows have values of their own, which are no rows. */
    private static Map<String, String> evidence(Result result) {
        Map<String, String> worst = new TreeMap<>();
        for (JsonNode site : result.sites()) {
            JsonNode frame = Result.frame(site);
            String row = frame.get("class").asString().replaceFirst(".*\\.", "");
            String kind = Result.evidence(site).findFirst().orElse("lost");
            worst.merge(row, kind, OrderIT::worse);
        }
        worst.keySet().retainAll(truth(result).keySet());
        return worst;
    }
}
