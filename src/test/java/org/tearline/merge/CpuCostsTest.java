// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.tearline.published.HonestCosts;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.UnreadableResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Which of several runs speaks for what accesses cost on a CPU. */
class CpuCostsTest {
    /** A newer and longer run that leaves a question out must not take its answer from the tables. */
    @Test
    void shouldLetTheRunSpeakThatAnswersMostQuestions() throws UnreadableResult {
        ResultFile most = run(1, file -> file.withObjectProperty("costs").put("profile", "quick"));
        ResultFile fewer = run(2, file -> {
            file.put("date", "2026-11-20").withObjectProperty("costs").put("profile", "full");
            ArrayNode groups = (ArrayNode) file.at("/costs/groups");
            groups.remove(groups.size() - 1);
        });

        assertThat(speaking(most, fewer)).isEqualTo("1");
        assertThat(speaking(fewer, most)).isEqualTo("1");
    }

    /** A question without times is no answer. */
    @Test
    void shouldNotCountAQuestionThatWasLeftOutAsAnswered() throws UnreadableResult {
        ResultFile most = run(1, file -> { });
        ResultFile fewer = run(2, file -> {
            file.put("date", "2026-11-20");
            ((ObjectNode) file.at("/costs/groups/1")).remove("series");
        });

        assertThat(speaking(fewer, most)).isEqualTo("1");
    }

    @Test
    void shouldLetTheLongerSpeakOfTwoThatAnswerAsManyAndTheNewerOfTwoAsLong() throws UnreadableResult {
        ResultFile quick = run(1, file -> file.put("date", "2026-11-20").withObjectProperty("costs")
            .put("profile", "quick"));
        ResultFile full = run(2, file -> file.put("date", "2026-11-18").withObjectProperty("costs")
            .put("profile", "full"));
        ResultFile newer = run(3, file -> file.put("date", "2026-11-19").withObjectProperty("costs")
            .put("profile", "full"));

        assertThat(speaking(quick, full)).isEqualTo("2");
        assertThat(speaking(quick, full, newer)).isEqualTo("3");
        assertThat(speaking(newer, quick, full)).isEqualTo("3");
    }

    /** However new it is, one file does not decide what an access costs where others agree. */
    @Test
    void shouldLetNoSingleFileSpeakAgainstTwoThatAgree() throws UnreadableResult {
        ResultFile one = run(1, file -> file.put("date", "2026-11-18"));
        ResultFile two = run(2, file -> file.put("date", "2026-11-19"));
        ResultFile slow = run(3, file -> slower(file.put("date", "2026-11-20")));

        assertThat(speaking(one, two, slow)).isEqualTo("2");
        assertThat(speaking(slow, two, one)).isEqualTo("2");
    }

    /** Of two that measured most the newest spoke, whatever a third one with fewer series said of both. */
    @Test
    void shouldHearTheRunsThatMeasuredLess() throws UnreadableResult {
        ResultFile short1 = run(1, file -> {
            file.put("date", "2026-11-18");
            ArrayNode series = (ArrayNode) file.at("/costs/groups/1/series");
            while (series.size() > 1) {
                series.remove(series.size() - 1);
            }
        });
        ResultFile two = run(2, file -> file.put("date", "2026-11-19"));
        ResultFile slow = run(3, file -> slower(file.put("date", "2026-11-20")));

        assertThat(speaking(short1, two, slow)).isEqualTo("2");
    }

    private static void slower(ObjectNode file) {
        file.at("/costs/groups").forEach(group -> group.path("series").forEach(series -> {
            for (String name : List.of("lowPicos", "medianPicos", "highPicos")) {
                ArrayNode times = (ArrayNode) series.path(name);
                for (int i = 0; i < times.size(); i++) {
                    times.set(i, 10 * times.get(i).longValue());
                }
            }
        }));
    }

    private static String speaking(ResultFile... files) {
        Merge merge = new Merge();
        for (ResultFile file : List.of(files)) {
            merge.add(file.runId().substring(31), file);
        }
        return merge.costs().get(0).run().path();
    }

    private static ResultFile run(int number, Consumer<ObjectNode> change) throws UnreadableResult {
        ObjectNode file = Resealed.tree(HonestCosts.of(5)).put("runId", "0".repeat(31) + number);
        change.accept(file);
        return ResultText.file(file);
    }
}
