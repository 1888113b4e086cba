// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.cli.Subcommand.bad;
import static org.tearline.cli.Subcommand.reject;
import static org.tearline.cli.Subcommand.requireFile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.tearline.file.UnreadableFile;
import org.tearline.judge.AgentReport;
import org.tearline.judge.ReportReader;
import org.tearline.machine.KernelFiles;
import org.tearline.symptom.Explanation;
import org.tearline.symptom.Symptoms;

/** A file that {@code tester judge} reads: a report of the agent, or a log. */
record JudgeInput(Path file, byte[] content) {
    static final Path STDIN = Path.of("-");

    /** Limits memory use. Crash logs are far smaller, but a kernel's log since boot may exceed the limit. */
    private static final int MAX_BYTES = 64 << 20;

    /** The start of an object or an array, unlike the brackets around times, processes and levels in logs. */
    private static final Pattern JSON = Pattern.compile("\\s*(?:\\{|\\[\\s*(?:[\\[{\"\\]]|[\\d.]+\\s*,|$))");

    private static final Pattern REPORT = Pattern.compile("\"schemaVersion\"");

    static JudgeInput read(Path file) {
        try (InputStream in = open(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            reject(content.length > MAX_BYTES,
                file + ": more than " + MAX_BYTES + " bytes; give only the lines that matter");
            return new JudgeInput(file, content);
        } catch (IOException e) {
            throw bad(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static InputStream open(Path file) throws IOException {
        if (file.equals(STDIN)) {
            reject(KernelFiles.live().isStdinClosed(), "-: standard input is closed");
            return System.in;
        }
        requireFile(file);
        return Files.newInputStream(file);
    }

    /** Whether the content does not start like JSON, or has lines of a log in it, as macOS and containers write. */
    boolean isLog() {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        if (!JSON.matcher(text).lookingAt()) {
            return true;
        }
        return !REPORT.matcher(text).find() && isExplained(Symptoms.load().in(text));
    }

    static boolean isExplained(List<Explanation> explanations) {
        return explanations.stream().anyMatch(one -> one.alignment().definite());
    }

    List<Explanation> explanations() {
        return Symptoms.load().in(text());
    }

    /** Returns the text of a log. What Windows PowerShell redirects is UTF-16 with a mark at its start. */
    private String text() {
        String start = HexFormat.of().formatHex(content, 0, Math.min(2, content.length));
        Charset charset = StandardCharsets.UTF_8;
        if (start.equals("fffe") || start.equals("feff")) {
            charset = StandardCharsets.UTF_16;
        }
        return new String(content, charset);
    }

    AgentReport report() {
        try {
            return ReportReader.read(content);
        } catch (UnreadableFile e) {
            throw bad(file + ": not a report of the agent: " + e.getMessage());
        }
    }
}
