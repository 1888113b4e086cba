// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.judge.AgentReport;
import org.tearline.judge.Answer;
import org.tearline.judge.Danger;
import org.tearline.judge.JudgedPlace;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedValue;
import org.tearline.promise.Rule;
import org.tearline.trial.Alignment;

/** Prints a judgement as JSON, in the shape of {@code schema/judge.schema.json}. Thread-safe. */
public final class JudgementJson {
    private static final int SCHEMA_VERSION = 2;

    private JudgementJson() {
    }

    /** Prints the whole judgement. */
    public static void print(JudgedReport judgement, PrintStream out) {
        Map<Danger, Long> counts = new LinkedHashMap<>();
        Arrays.stream(Danger.values()).forEach(danger -> counts.put(danger, judgement.count(danger)));
        Map<Answer, Fates> answers = new IdentityHashMap<>();
        AgentReport.Program process = judgement.report().process();
        JsonText.print(new Document(SCHEMA_VERSION, new Program(process.jvm(), process.javaVersion(), process.os(),
            process.architecture(), judgement.report().geometry().lineBytes()), counts,
            judgement.values().stream().map(value -> Value.of(value, answers)).iterator()), out);
    }

    private record Document(int schemaVersion, Program program, Map<Danger, Long> counts, Iterator<Value> values) {
    }

    private record Program(String jvm, String javaVersion, String os, String architecture, int lineBytes) {
    }

    private record Access(String method, AgentReport.Operation operation, String mode, int bytes, String at,
                          long hits) {
        private static Access of(AgentReport.Site site) {
            AgentReport.Access access = site.access();
            return new Access(access.method(), access.operation(), access.mode(), access.bytes(),
                site.frame().toString(), site.hits());
        }
    }

    private record Shared(long values, long byThreads, long mostThreads, boolean byProcesses, String file) {
    }

    private record Remedy(String remedy, String words) {
    }

    private record Value(Danger danger, List<Access> accesses, long hits, Shared shared, List<Place> places,
                         List<Remedy> remedies) {
        private static Value of(JudgedValue value, Map<Answer, Fates> answers) {
            AgentReport.Mapping mapping = value.sites().get(0).mapping();
            return new Value(value.danger(), value.sites().stream().map(Access::of).toList(), value.hits(),
                new Shared(value.values(), value.shared(), value.mostThreads(), value.seenByProcesses(),
                    mapping == null ? null : mapping.file()),
                value.places().stream()
                    .map(place -> Place.of(place, answers.computeIfAbsent(place.answer(), Fates::of))).toList(),
                value.remedies().stream().map(remedy -> new Remedy(remedy.kind().toString(), remedy.words())).toList());
        }
    }

    private record Place(Alignment place, int offset, int bytes, int boundary, boolean certain, long hits,
                         @JsonUnwrapped Fates fates) {
        private static Place of(JudgedPlace place, Fates fates) {
            return new Place(place.placement(), place.offset(), place.bytes(), place.boundary(), place.certain(),
                place.hits(), fates);
        }
    }

    private record Fates(String accesses, Map<String, List<String>> measured, Map<String, List<String>> promised,
                         List<String> rules) {
        private static Fates of(Answer answer) {
            return new Fates(answer.kind().name().toLowerCase(Locale.ROOT),
                answer.measured().stream().collect(Collectors.groupingBy(
                    one -> one.fate().name().toLowerCase(Locale.ROOT), TreeMap::new,
                    Collectors.mapping(one -> one.cpu().id(), Collectors.toList()))),
                answer.promised().stream().collect(Collectors.groupingBy(one -> one.promise().toString(), TreeMap::new,
                    Collectors.mapping(one -> one.family().name(), Collectors.toList()))),
                answer.promised().stream().flatMap(one -> one.rules().stream()).map(Rule::id).distinct().sorted()
                    .toList());
        }
    }
}
