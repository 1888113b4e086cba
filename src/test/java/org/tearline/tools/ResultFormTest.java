// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.file.Resealed;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.SyntheticResults;
import tools.jackson.databind.json.JsonMapper;

/** Tests the answer to an issue on events like those of the forge. */
@ResourceLock(Resources.SYSTEM_OUT)
class ResultFormTest {
    private static final String ADDRESS = "https://github.com/user-attachments/files/123/tearline-result.json";
    private static final String BODY = "### CPU\n\nacme\n\n### The result file\n\n[tearline-result.json](" + ADDRESS
        + ")\n\n### License\n\n- [X] I publish it";

    @TempDir
    private Path folder;

    private final ResultFile good = new SyntheticResults(1).next();
    private Path file;
    private Path event;
    private String out;

    @BeforeEach
    void writeAFile() throws IOException {
        file = folder.resolve("result.json");
        ResultText.write(good, file);
        Files.createDirectories(folder.resolve("base").resolve(ResultFile.FOLDER));
        Files.writeString(folder.resolve("base/reports/submitters.txt"), "");
        opened(BODY, 7);
    }

    @Test
    void shouldPrintTheAddressOfTheAttachedFile() {
        assertThat(run(event)).isZero();
        assertThat(out).isEqualTo(ADDRESS + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no file", "https://github.com.example/user-attachments/files/1/a.json",
        "https://example.com/?https://github.com/user-attachments/files/1/a.json.exe",
        "https://github.com/user-attachments/files/1/../../a.json",
        "https://github.com/user-attachments/files/1/a.json https://github.com/user-attachments/files/2/b.json"})
    void shouldNotPrintAnyOtherAddress(String body) throws IOException {
        opened(body, 7);

        assertThat(run(event)).isEqualTo(1);
        assertThat(out).isEmpty();
        assertThat(run(event, folder.resolve("nothing.json"))).isEqualTo(1);
        assertThat(out).contains("no single attached result file");
    }

    @Test
    void shouldSayWhoseVoteAValidFileIs() throws IOException {
        assertThat(run(event, file)).isZero();
        assertThat(out).startsWith("The attached file is valid. It counts as the vote of the account that opened this"
            + " issue.").contains("    " + good.path() + "\n",
            "    java -jar target/tester.jar accept FILE --account Octo-Cat\n");

        opened(BODY + "\n- [x] Count it as anonymous, not as mine.", 7);
        assertThat(run(event, file)).isZero();
        assertThat(out).contains("It counts as anonymous.", "accept FILE --anonymous\n").doesNotContain("Octo-Cat");
    }

    @Test
    void shouldExplainEveryFault() throws IOException {
        Files.write(file, Resealed.after(good, tree -> tree.put("date", "2099-01-01")));

        assertThat(run(event, file)).isEqualTo(1);
        assertThat(out).contains("    date: /date: 2099-01-01 is in the future; rule: ");
    }

    @Test
    void shouldCompareWithPublishedAndRecalledFiles() throws IOException {
        Path results = folder.resolve("base").resolve(ResultFile.FOLDER);
        ResultText.put(good, results);
        assertThat(run(event, file)).isEqualTo(1);
        assertThat(out).contains("    duplicate-digest: /digest: same as " + good.pathBelow());

        Files.write(file, Resealed.after(good, tree -> tree.put("runId", "0".repeat(31) + "1")));
        assertThat(run(event, file)).isEqualTo(1);
        assertThat(out).contains("    copy: same counts as " + good.pathBelow());

        ResultText.write(good, file);
        Files.writeString(results.resolveSibling("recalled.txt"), good.digest() + " was <b>wrong</b>\n");
        assertThat(run(event, file)).isEqualTo(1);
        assertThat(out).contains("    recalled: was <b>wrong</b>\n");
    }

    @Test
    void shouldRefuseAnotherDigestOrAnotherAccount() throws IOException {
        opened(BODY + "\n\n### Digest\n\n" + "0".repeat(64), 7);
        assertThat(run(event, file)).isEqualTo(1);
        assertThat(out).contains("another digest", good.digest());

        opened(BODY, 8);
        assertThat(run(event, file)).isEqualTo(1);
        assertThat(out).contains("Another account");
    }

    private void opened(String body, int sender) throws IOException {
        event = folder.resolve("event.json");
        Files.writeString(event, JsonMapper.shared().writeValueAsString(Map.of("action", "opened", "issue",
            Map.of("number", 5, "body", body, "user", Map.of("login", "Octo-Cat", "id", 7)), "sender",
            Map.of("login", "someone", "id", sender))));
    }

    private int run(Path... files) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            String[] arguments = files.length == 1
                ? new String[] {"result-form", "--base", folder.resolve("base").toString(), files[0].toString()}
                : new String[] {"result-form", "--base", folder.resolve("base").toString(), files[0].toString(),
                    files[1].toString()};
            return Tools.execute(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), arguments);
        } finally {
            System.setOut(before);
            out = bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
