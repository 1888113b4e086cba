// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.tearline.agent.Fork.CLASSES;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.programs.BulkReads;
import org.tearline.agent.programs.Changed;
import org.tearline.agent.programs.Channels;
import org.tearline.agent.programs.Copies;
import org.tearline.agent.programs.Reused;
import org.tearline.agent.programs.Rows;
import org.tearline.agent.programs.Truth;
import tools.jackson.databind.JsonNode;

/** Checks what the report says about values of which the truth is known: the programs print it. */
class TruthIT {
    private static final String VECTORS = """
        directWrite: 8 at 52,60 unordered
        directRead: 8 at 52,60 unordered
        bytesWrite: 8 at 4 unordered
        bytesRead: 8 at 4 unordered
        lanesWrite: 8 at 4 unordered
        lanesRead: 8 at 4 unordered
        """;
    /** Starts what is true of accesses without a memory order. */
    private static final String PLAIN = "plain ";
    /** Contended values that are among thousands of others, not all of which are tracked. */
    private static final String CONTENDED = "contended";
    /** Sites that may be reported or not. */
    private static final String ANY = "any";

    @TempDir
    private Path folder;

    @OnNewestJdk
    void shouldReportOnlyAccessesWithAnOrderOnRequest(String jdk) throws Exception {
        Result result = fork(jdk).options("quiet,ordered,line=64").run(Truth.class);
        check(result, truth(result.out(), true));
    }

    static Stream<Arguments> programs() {
        return Fork.jdks().flatMap(jdk -> Stream.of(Truth.class, Reused.class, Copies.class, Channels.class,
            BulkReads.class, Rows.class, Changed.class).map(program -> arguments(program, jdk)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldKnowEveryWayToAccessMemory(Class<?> program, String jdk) throws Exception {
        Result result = fork(jdk).optimized().run(program);
        check(result, truth(result.out(), false));
    }

    @OnEachJdk
    void shouldReportTheLanesOfVectors(String jdk) throws Exception {
        assumeFalse(Segments.isVersion(jdk, "19|2[01]"), "memory segments were a preview");
        Result result = fork(jdk).optimized().jvm("--add-modules", "jdk.incubator.vector")
            .jar(Vectors.compile(jdk, folder)).run("org.tearline.agent.programs.Vectors", CLASSES);
        check(result, truth(VECTORS, false));
    }

    private Fork fork(String jdk) {
        return new Fork(folder).on(jdk).options("quiet,line=64");
    }

    /** Returns what a program says of the accesses of each method, only of those with a memory order if asked to. */
    static Map<String, String> truth(String out, boolean ordered) {
        Map<String, String> truth = new TreeMap<>();
        out.lines().map(line -> line.split(": "))
            .filter(columns -> columns.length > 1 && !(ordered && columns[1].startsWith(PLAIN)))
            .forEach(columns -> truth.put(columns[0], columns[1].replaceFirst(PLAIN, "")));
        return truth;
    }

    private static void check(Result result, Map<String, String> truth) {
        result.assertNothingLost();
        assertThat(result.at("/hits/unplaced").asInt()).isZero();
        Map<String, String> evidence = new TreeMap<>();
        for (JsonNode site : result.sites()) {
            String method = Result.frame(site).get("method").asString()
                .replaceFirst("^lambda\\$(\\w+)\\$\\d+$", "$1");
            String expected = truth.getOrDefault(method, "");
            boolean unordered = site.at("/values/untracked/unordered").asBoolean();
            if (expected.equals(CONTENDED) && (unordered || said(site).contains("unordered"))) {
                evidence.put(method, CONTENDED);
            } else if (!expected.equals(CONTENDED) && !expected.equals(ANY)) {
                assertThat(unordered).as(method).isFalse();
                String found = site.at("/access/bytes").asInt() + " at " + offsets(site) + " " + said(site);
                evidence.merge(method, found, (one, other) -> one.equals(other) ? one : one + " " + other);
            }
        }
        truth.values().removeIf(ANY::equals);
        assertThat(evidence).isEqualTo(truth);
    }

    private static String offsets(JsonNode site) {
        Set<String> offsets = new TreeSet<>();
        site.get("places").forEach(place -> offsets.add(place.get("offset").asString()));
        return String.join(",", offsets);
    }

    private static String said(JsonNode site) {
        return Result.evidence(site).collect(joining(" "));
    }
}
