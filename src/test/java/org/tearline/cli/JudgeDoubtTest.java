// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.cli.CapturedReport.setValues;
import static org.tearline.cli.CapturedReport.watchPlain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.cli.text.Output;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Judges values that an access which nobody watched may tear. */
class JudgeDoubtTest {
    private static final String NOT_WATCHED = "plain accesses were not watched (option plain)";

    @TempDir
    private Path folder;

    private Jar.Result run;

    /** A memory order is of no use to one thread, so another one may make the plain accesses. */
    @ParameterizedTest
    @CsvSource({"60, 8, ordered, 3, UNKNOWN", "60, 8, locked, 3, UNKNOWN", "18, 4, ordered, 0, ONE THREAD",
        "18, 4, locked, 0, ONE THREAD"})
    void shouldNotTrustAMemoryOrderThatOneThreadUses(int offset, int bytes, String kind, int exit, String danger)
        throws IOException {
        ObjectNode report = oneThread(offset, bytes, kind);
        assertThat(judge(written("report", report))).isEqualTo(exit);
        assertThat(run.out()).contains("\n1. " + danger + ": ");
        assertThat(unwrapped().contains(NOT_WATCHED)).isEqualTo(exit == 3);
        judge(folder.resolve("report.json"), "--json");
        Output.assertFollows("judgement", run.out());
        assertThat(JsonMapper.shared().readTree(run.out()).at("/values/0/doubts").toString())
            .isEqualTo(exit == 3 ? "[\"plain-not-watched\"]" : "[]");
        assertThat(judge(folder.resolve("report.json"), "--for", "arm")).as("faults, whoever shares it").isEqualTo(1);

        watchPlain(report, true);
        assertThat(judge(written("report", report))).isZero();
        assertThat(run.out()).contains("\n1. ONE THREAD: ").doesNotContain("not watched (");
    }

    /** The locks explain the memory order, and are no sign of an access that does not lock. */
    @ParameterizedTest
    @CsvSource({"locked, 0, LOCKED", "guarded, 0, GUARDED", "handedOver, 1, TEARS"})
    void shouldSayThatPlainAccessesMayNotLock(String way, int exit, String danger) throws IOException {
        ObjectNode report = oneThread(60, 8, "locked".equals(way) ? "locked" : "ordered");
        report.get("sites").forEach(site -> setValues(site, way, 1, 1));
        assertThat(judge(written("report", report))).isEqualTo(exit);
        assertThat(run.out()).contains("\n1. " + danger + ": ");
        assertThat(unwrapped()).contains(NOT_WATCHED);

        watchPlain(report, true);
        assertThat(judge(written("report", report))).isZero();
        assertThat(unwrapped()).doesNotContain("not watched (");
    }

    @Test
    void shouldTrustTheReportsThatWereMadeWithPlain() throws IOException {
        ObjectNode plain = oneThread(60, 8, "ordered");
        watchPlain(plain, true);
        plain.get("sites").forEach(site -> setValues(site, "handedOver", 1, 1));
        ObjectNode other = CapturedReport.of("counter");
        other.putArray("sites");
        assertThat(judge(written("plain", plain), written("other", other))).as("plain in one of two").isEqualTo(3);
        assertThat(run.out()).contains("\n1. HANDED OVER (but accesses are missing): ");
    }

    /** Makes one thread write and read, or update, a value of its own. */
    private static ObjectNode oneThread(int offset, int bytes, String kind) throws IOException {
        ObjectNode report = CapturedReport.of("counter");
        watchPlain(report, false);
        report.get("sites").forEach(site -> {
            ((ObjectNode) site.at("/places/0")).put("offset", offset);
            ObjectNode access = ((ObjectNode) site.get("access")).put("bytes", bytes);
            if (kind.equals("locked")) {
                access.put("operation", "update").put("mode", "getandadd");
            }
            setValues(site, "oneThread", 1, 1);
        });
        return report;
    }

    private Path written(String name, ObjectNode report) throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), report.toString());
    }

    private String unwrapped() {
        return run.out().replaceAll("\\s+", " ");
    }

    private int judge(Object... arguments) {
        run = Jar.here(new Properties(), Stream.concat(Stream.of("judge"), Stream.of(arguments)).toArray());
        return run.exitCode();
    }
}
