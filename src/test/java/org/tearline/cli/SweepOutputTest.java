// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.run.SweepJournal;

class SweepOutputTest {
    private static final SweepJournal.Header HEADER = new SweepJournal.Header("sweep", "quick", "machine", "jvm",
        "build");

    @TempDir
    private Path folder;
    private SweepOutput output;
    private SweepJournal journal;

    @BeforeEach
    void createJournal() throws IOException {
        output = new SweepOutput(folder.resolve("r.json"), false);
        journal = create(output);
    }

    @AfterEach
    void closeJournal() throws IOException {
        journal.close();
    }

    /** The page is written last, and a sweep that writes r has a page of the same name. */
    @Test
    void shouldKeepAnotherSweepFromWritingThePage() throws IOException {
        output.claim(journal);

        try (SweepJournal another = create(new SweepOutput(folder.resolve("r"), false))) {
            assertThatThrownBy(() -> new SweepOutput(folder.resolve("r"), false).claim(another))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(output.pageFile() + " was written by something else during the sweep");
        }

        output.writePage("own");
        assertThat(output.pageFile()).hasContent("own");
    }

    @Test
    void shouldReplaceAnEmptyPageOfASweepThatWasKilled() throws IOException {
        output.claim(journal);
        journal.close();

        SweepOutput resumed = new SweepOutput(output.result(), true);
        resumed.requireWritable();
        try (SweepJournal again = SweepJournal.resume(output.journal(), HEADER)) {
            resumed.requireOwn(again);
            resumed.claim(again);
        }
        assertThat(resumed.pageFile()).isEmptyFile();
    }

    private static SweepJournal create(SweepOutput output) throws IOException {
        return SweepJournal.create(output.journal(), HEADER);
    }
}
