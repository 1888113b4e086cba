// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.chrome.ChromeDriver;
import org.tearline.promise.Facts;
import org.tearline.symptom.Explanation;
import org.tearline.symptom.Symptoms;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Explains the same logs by the page's script and by the command judge: whole, each line alone, and in pairs. */
class SymptomsIT {
    private static final Path LOGS = Path.of("src", "test", "resources", "symptoms");

    @TempDir
    private Path userData;

    private record Said(String id, String alignment, String title, List<String> text, List<String> fix) {
        private static Said of(Explanation one) {
            return new Said(one.id(), one.alignment().toString(), one.title(), one.text(), one.fix());
        }
    }

    @Test
    void shouldSayTheSameOnThePage() throws IOException {
        List<String> texts = texts();
        assertThat(texts).hasSizeGreaterThan(500);
        List<List<Said>> judged = texts.stream()
            .map(text -> Symptoms.load().in(text).stream().map(Said::of).toList())
            .toList();
        JsonNode expected = new JsonMapper().valueToTree(judged);
        JsonNode shown = new JsonMapper().readTree(shown(texts));
        assertThat(shown.size()).isEqualTo(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            assertThat(shown.get(i)).as(texts.get(i)).isEqualTo(expected.get(i));
        }
    }

    private String shown(List<String> texts) throws IOException {
        String table = Facts.filled(Files.readString(Path.of("src/main/resources/symptom/symptoms.json")));
        String script = Files.readString(Path.of("src/main/resources/page/symptoms.js"));
        ChromeDriver browser = Browser.start(userData);
        try {
            browser.get("about:blank");
            return (String) browser.executeScript(script + "\nconst table = JSON.parse(arguments[0]);"
                + "\nreturn JSON.stringify(arguments[1].map((text) => explained(table, text)));", table, texts);
        } finally {
            browser.quit();
        }
    }

    private static List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        Collections.addAll(texts, Files.readString(LOGS.resolveSibling("symptom-formats.txt")).split("===.*\n"));
        try (Stream<Path> files = Files.list(LOGS)) {
            for (Path log : files.filter(file -> file.toString().endsWith(".txt")).sorted().toList()) {
                List<String> lines = Files.readAllLines(log);
                texts.add(String.join("\n", lines));
                texts.addAll(lines);
                for (int i = 1; i < lines.size(); i++) {
                    texts.add(lines.get(i - 1) + "\r\n" + lines.get(i));
                }
            }
        }
        return texts;
    }
}
