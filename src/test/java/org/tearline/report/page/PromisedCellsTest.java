// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tearline.plan.Alignment;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuFamily;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.promise.Rule;
import org.tearline.report.text.Words;

/** Walks every promised cell of the table and prints the rules behind it, and under them where each rule stands. */
class PromisedCellsTest {
    /** Of these no document was found, and the table says so. */
    private static final String WITHOUT_DOCUMENT = "VIA, Zhaoxin, Hygon";

    private final Guarantees guarantees = Guarantees.load();
    private final Map<String, Rule> cited = new TreeMap<>();

    @Test
    void shouldNotPromiseOrDenyAnythingWithoutARuleAndItsSource() {
        // With results, so that the column of lines longer than 64 bytes is there as well.
        Overview overview = Overviews.of(guarantees, GoldenTest.merge().cpus());
        Map<String, Overview.Row> rows = new TreeMap<>();
        overview.sections().stream().filter(section -> section.id().equals("promised"))
            .forEach(section -> section.rows().forEach(row -> rows.put(row.name(), row)));
        List<String> lines = new ArrayList<>();
        for (CpuFamily family : guarantees.families()) {
            lines.add(family.name());
            int at = 0;
            for (Overview.Group group : overview.groups()) {
                List<String> cells = new ArrayList<>();
                for (Alignment column : overview.columns()) {
                    Overview.Cell cell = rows.get(family.name()).cells().get(at);
                    PlainestPair pair = PlainestPair.ALL.get(at / overview.columns().size());
                    cells.add(Words.briefly(column) + " " + cell.text() + " " + walked(family, pair, column, cell));
                    at++;
                }
                lines.add("  " + group.title() + ": " + String.join("; ", cells));
            }
            assertThat(at).as("every cell").isEqualTo(rows.get(family.name()).cells().size());
        }
        cited.values().forEach(rule -> lines.add(rule.id() + ": " + rule.source() + " [" + rule.confidence() + "]"));
        System.out.println(String.join(System.lineSeparator(), lines));
        assertThat(cited).hasSizeGreaterThan(guarantees.families().size());
    }

    private String walked(CpuFamily family, PlainestPair pair, Alignment column, Overview.Cell cell) {
        String where = family.name() + ", " + pair.write() + "/" + pair.read() + ", " + Words.place(column);
        PairPromise promise = pair.promise(guarantees, family.traits(), column);
        if (promise.promise() == Promise.NO_RULE) {
            assertThat(cell.text()).as(where).isEqualTo("?");
            assertThat(family.name()).as(where).isEqualTo(WITHOUT_DOCUMENT);
            assertThat(promise.ruleIds()).as(where).containsExactly("X4");
            cited(promise);
            return "X4";
        }
        assertThat(cell.text().replace("*", "")).as(where).isIn("yes", "no", "fault");
        List<PairPromise> sides = new ArrayList<>();
        for (AccessClass access : List.of(pair.write(family.traits()), pair.read(family.traits()))) {
            sides.add(ruled(family, column, access, where));
        }
        assertThat(Promise.weaker(sides.get(0).promise(), sides.get(1).promise())).as(where)
            .isEqualTo(promise.promise());
        assertThat(cell.title()).as(where).contains(promise.ruleIds());
        cited(promise);
        if (cell.text().endsWith("*")) {
            PairPromise other = (pair.kind() == PlainestPair.VOLATILE.kind() ? PlainestPair.VOLATILE
                : pair.byAddition()).promise(guarantees, family.traits(), column);
            assertThat(other.promise()).as(where).isNotEqualTo(promise.promise());
            cited(other);
            return promise.ruleIds() + ", *" + other.ruleIds();
        }
        return promise.ruleIds().toString();
    }

    /** What is promised of one side, which a rule with a document has to say. */
    private PairPromise ruled(CpuFamily family, Alignment placement, AccessClass access, String where) {
        PairPromise side = guarantees.side(family.traits(), Long.BYTES, placement, access);
        assertThat(side.rules()).as("%s, %s", where, access).isNotEmpty().allSatisfy(rule ->
            assertThat(rule.sources()).as(rule.id()).isNotEmpty());
        assertThat(side.promise()).as("%s, %s", where, access).isNotEqualTo(Promise.NO_RULE);
        return side;
    }

    private void cited(PairPromise promise) {
        promise.rules().forEach(rule -> cited.put(rule.id(), rule));
    }
}
