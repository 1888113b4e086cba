// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.file.Digest;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Samples;
import org.tearline.verdict.Seen;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.SweepCell;
import org.tearline.verdict.SweepCell.ControlRun;
import org.tearline.verdict.Tally;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SweepJournalTest {
    private static final SweepJournal.Header SWEEP = new SweepJournal.Header("write [cas], offsets 0..3", "quick",
        "machine", "jvm", "build");

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("x.journal");
    }

    @Test
    void shouldRestoreItsContents() throws IOException {
        write(cell(0, null), cell(60, CellReason.SIGBUS));
        try (SweepJournal again = SweepJournal.resume(file, SWEEP)) {
            assertThat(again.contents().cells()).containsExactly(cell(0, null), cell(60, CellReason.SIGBUS));
            assertThat(again.contents().controls()).containsExactly(controls());
        }
    }

    @Test
    void shouldNameTheResultsWrittenFromIt() throws IOException {
        write(cell(0, null));
        try (SweepJournal journal = SweepJournal.resume(file, SWEEP)) {
            assertThat(journal.contents().results()).isEmpty();
            journal.appendResult("digest");
        }
        try (SweepJournal again = SweepJournal.resume(file, SWEEP)) {
            assertThat(again.contents().results()).containsExactly("digest");
            assertThat(again.contents().cells()).containsExactly(cell(0, null));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "write [cas], offsets 0..4|quick|machine|jvm|build|another sweep: offsets 0..3, not offsets 0..4; delete it",
        "write [cas, plain], offsets 0..3, without split locks|quick|machine|jvm|build|another sweep: write [cas],"
        + " not write [cas, plain], without split locks;",
        "offsets 0..3|quick|machine|jvm|build|another sweep: write [cas];",
        "write [cas], offsets 0..3, tier c1|quick|machine|jvm|build|another sweep: not tier c1;",
        "write [cas], offsets 0..3|long|machine|jvm|build|another profile: quick, not long",
        "write [cas], offsets 0..3|quick|another|jvm|build|another machine: machine, not another",
        "write [cas], offsets 0..3|quick|machine|another|build|another JVM: jvm, not another",
        "write [cas], offsets 0..3|quick|machine|jvm|another|another build of the tester: build, not another"})
    void shouldRefuseToResumeADifferentSweep(String sweep, String profile, String machine, String jvm,
                                                    String build, String complaint) throws IOException {
        write(cell(0, null));
        SweepJournal.Header other = new SweepJournal.Header(sweep, profile, machine, jvm, build);
        assertThatThrownBy(() -> SweepJournal.resume(file, other)).isInstanceOf(SweepJournal.Unfit.class)
            .hasMessageContaining(complaint);
        assertThat(Files.readAllLines(file)).as("nothing is lost").hasSize(3);
    }

    @Test
    void shouldResumeAfterTruncationAtAnyByte() throws IOException {
        write(cell(0, null), cell(1, null));
        byte[] all = Files.readAllBytes(file);
        for (int length = 0; length <= all.length; length++) {
            Files.write(file, Arrays.copyOf(all, length));
            try (SweepJournal again = SweepJournal.resume(file, SWEEP)) {
                assertThat(again.contents().cells()).as("truncated to %d bytes", length)
                    .isEqualTo(List.of(cell(0, null), cell(1, null)).subList(0, again.contents().cells().size()));
                again.append(cell(2, null));
            }
            try (SweepJournal third = SweepJournal.resume(file, SWEEP)) {
                assertThat(third.contents().cells()).as("truncated to %d bytes", length).endsWith(cell(2, null));
            }
        }
        assertThat(folder.toFile().list()).as("no other file is left").hasSize(1);
    }

    @Test
    void shouldRefuseWhatIsNoRegularFile() {
        assertThatThrownBy(() -> SweepJournal.resume(folder, SWEEP)).isInstanceOf(SweepJournal.Unfit.class)
            .hasMessageEndingWith("is not a regular file");
    }

    @Test
    void shouldLeaveOtherFilesUnchanged() throws IOException {
        Files.writeString(file, "a letter");
        assertThatThrownBy(() -> SweepJournal.resume(file, SWEEP)).hasMessageContaining("is not a journal");
        assertThat(file).hasContent("a letter");
    }

    @Test
    void shouldRefuseALineWithoutContent() throws IOException {
        write(cell(0, null));
        Files.writeString(file, "null\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> SweepJournal.resume(file, SWEEP)).isInstanceOf(SweepJournal.Unfit.class)
            .hasMessageContaining("line 4 cannot be read");
    }

    /** With right digests, as of a journal that was made by hand. */
    @ParameterizedTest
    @ValueSource(strings = {"counts", "trial", "placement", "planted", "stressors"})
    void shouldRefuseACellWithoutAPart(String part) throws IOException {
        write(cell(0, null));
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        ObjectNode line = (ObjectNode) JsonMapper.shared().readTree(lines.get(2).replaceFirst(" \\w+$", ""));
        ((ObjectNode) line.get("cell")).putNull(part);
        lines.set(2, line + " " + Digest.sha256((lines.get(1) + line + "\n").getBytes(StandardCharsets.UTF_8)));
        Files.write(file, lines);
        assertThatThrownBy(() -> SweepJournal.resume(file, SWEEP)).isInstanceOf(SweepJournal.Unfit.class)
            .hasMessageContaining("line 3 cannot be read");
    }

    @Test
    void shouldRefuseAnEditedCount() throws IOException {
        write(cell(0, null), cell(1, null));
        String all = Files.readString(file);
        Files.writeString(file, all.replaceFirst("\"torn\":1", "\"torn\":0"));
        assertThat(file).content().isNotEqualTo(all);
        assertThatThrownBy(() -> SweepJournal.resume(file, SWEEP)).isInstanceOf(SweepJournal.Unfit.class)
            .hasMessageEndingWith(".journal was edited: line 3 has a wrong digest; delete it to start over");
    }

    /** As somebody would who drops a trial, moves it, or takes it twice. */
    @ParameterizedTest
    @CsvSource({"0 1 3, 3", "0 1 3 2, 3", "0 1 2 2 3, 4", "0 1 2 3 3, 5", "0 2 3, 2"})
    void shouldRefuseLinesThatDoNotFollowEachOther(String order, int line) throws IOException {
        write(cell(0, null), cell(1, null));
        List<String> lines = Files.readAllLines(file);
        Files.write(file, Arrays.stream(order.split(" ")).map(Integer::valueOf).map(lines::get).toList());
        assertThatThrownBy(() -> SweepJournal.resume(file, SWEEP)).isInstanceOf(SweepJournal.Unfit.class)
            .hasMessageContaining("line " + line + " has a wrong digest");
    }

    @Test
    void shouldNotOverwriteAJournal() throws IOException {
        write(cell(0, null));
        assertThatThrownBy(() -> SweepJournal.create(file, SWEEP)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void shouldRestoreADeletedFile() throws IOException {
        try (SweepJournal journal = SweepJournal.create(file, SWEEP)) {
            Files.delete(file);
            journal.append(cell(0, null));
            journal.restore();
            journal.restore();
        }
        try (SweepJournal again = SweepJournal.resume(file, SWEEP)) {
            assertThat(again.contents().cells()).containsExactly(cell(0, null));
        }
    }

    @Test
    void shouldDeleteOnlyItsOwnFile() throws IOException {
        try (SweepJournal journal = SweepJournal.create(file, SWEEP)) {
            journal.append(cell(0, null));
            Path own = Files.move(file, folder.resolve("own"));
            write(cell(0, null));
            assertThat(journal.delete()).isFalse();
            assertThat(file).exists();
            Files.delete(file);
            Files.createSymbolicLink(file, own);
            assertThat(journal.delete()).isFalse();
            assertThat(file).exists();
            Files.delete(file);
            journal.restore();
            assertThat(journal.delete()).isTrue();
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void shouldExcludeASecondSweep() throws IOException {
        try (SweepJournal first = SweepJournal.create(file, SWEEP)) {
            assertThatThrownBy(() -> SweepJournal.resume(file, SWEEP)).isInstanceOf(SweepJournal.Unfit.class)
                .hasMessageContaining("still running");
            first.append(cell(0, null));
        }
        try (SweepJournal second = SweepJournal.resume(file, SWEEP)) {
            assertThat(second.contents().cells()).containsExactly(cell(0, null));
            assertThatThrownBy(() -> SweepJournal.resume(file, SWEEP)).isInstanceOf(SweepJournal.Unfit.class);
        }
    }

    private void write(SweepCell... cells) throws IOException {
        try (SweepJournal journal = SweepJournal.create(file, SWEEP)) {
            journal.append(controls());
            for (SweepCell cell : cells) {
                journal.append(cell);
            }
        }
    }

    private static ControlRun controls() {
        return new ControlRun(CpuDistance.SAME_L3, Tier.C2, new Seen(10, 0));
    }

    private static SweepCell cell(int offset, CellReason reason) {
        TrialSpec trial = new TrialSpec(Memory.DIRECT, Width.INT, offset, WriteMode.CAS, ReadMode.EXCHANGE, 1, 1,
            Processes.ONE, Tier.C2, 1);
        return new SweepCell(CpuDistance.SAME_L3, trial,
            new Tally(new Counts(9, 8, 7, 1, 0, 0, 2), List.of(0L, 0L, 0L, 0L, 1L, 0L, 0L, 0L),
                List.of(0L, 0L, 0L, 0L, 1L), List.of(),
                List.of(Samples.witness()), new Planted(1, 2)), reason,
            List.of(new StressorUse("none", 1, 2, 3)), 77, 70, true, 5);
    }
}
