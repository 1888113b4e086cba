// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.Golden;
import org.tearline.judge.AgentReport;
import org.tearline.judge.AgentReport.Operation;
import org.tearline.judge.JudgedReport;
import org.tearline.judge.JudgedSite;
import org.tearline.judge.Remedy;
import org.tearline.plan.Alignment;
import org.tearline.promise.Guarantees;

/** Keeps the table of promises that failing JUnit tests quote in step with the registry, from which it is generated. */
class JUnitPromisesTest {
    private static final Path TABLE = Path.of("junit/src/main/resources/org/tearline/junit/promises.tsv");
    private static final String HEAD = """
        # Made by JUnitPromisesTest from the tester's promises: run it with -Dgolden.regenerate=true.
        # place, width in bytes, operation, mode, what is promised with an ordinary access on the other side, remedy
        """;
    private static final Map<Operation, List<String>> MODES = Map.of(
        Operation.READ, List.of("plain", "opaque", "acquire", "volatile"),
        Operation.WRITE, List.of("plain", "opaque", "ordered", "volatile"),
        Operation.UPDATE, List.of("cas", "exchange", "getandset", "getandadd", "getandbitwise"));

    @Test
    void shouldKeepTheTableInStep() throws Exception {
        Map<String, AgentReport.Site> sites = sites();
        assertThat(sites).hasSizeGreaterThan(200);
        StringBuilder table = new StringBuilder(HEAD);
        sites.forEach((key, site) -> {
            JudgedSite judged = JudgedReport.of(new AgentReport(new AgentReport.Program("", "", "", ""),
                new AgentReport.Lines(64, 4096), List.of(site)), 0, List.of(), Guarantees.load()).sites().get(0);
            Remedy remedy = judged.remedies().get(0);
            assertThat(remedy.kind()).isEqualTo(Remedy.Kind.MULTIPLE_OF_ITS_SIZE);
            table.append(String.join("\t", key, JudgementText.promise(judged.places().get(0), site.access()),
                remedy.words())).append('\n');
        });
        Golden.check(TABLE, table.toString());
        Golden.abortIfWritten();
    }

    /** One access of each kind at each kind of place, by the beginning of its row. */
    private static Map<String, AgentReport.Site> sites() {
        Map<String, AgentReport.Site> sites = new LinkedHashMap<>();
        for (Operation operation : Operation.values()) {
            for (String mode : MODES.get(operation)) {
                for (int bytes : new int[] {2, 4, 8}) {
                    AgentReport.Access access = new AgentReport.Access("", operation, mode, bytes);
                    String rest = String.join("\t", "", Integer.toString(bytes), operation.toString(), mode);
                    places().forEach(place -> sites.put(place + rest, site(access, null, place, 1)));
                    // At 7 every width lies in two blocks of eight, which the collector may put into two lines.
                    sites.put("in-object" + rest, site(access, "byte[]", "in-object", 7));
                    if (bytes < Long.BYTES) {
                        sites.put("in-object-inside-8" + rest, site(access, "byte[]", "in-object", 1));
                    }
                }
            }
        }
        return sites;
    }

    private static List<String> places() {
        List<String> places = new ArrayList<>();
        Stream.of(Alignment.values()).filter(alignment -> alignment != Alignment.ALIGNED)
            .forEach(alignment -> places.add(alignment.toString()));
        return places;
    }

    private static AgentReport.Site site(AgentReport.Access access, String object, String place, int offset) {
        return new AgentReport.Site(access, object, 1, List.of(new AgentReport.Place(place, offset, 1)),
            new AgentReport.Values(1, 1, 2, 8), null, 0, List.of(new AgentReport.Frame("a.B", "c", "B.java", 1)));
    }
}
