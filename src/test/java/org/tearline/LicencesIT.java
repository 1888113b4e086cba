// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Checks that the packaged jar lists its shaded libraries and contains their licenses. */
class LicencesIT {
    private static final Path JAR = Path.of(System.getProperty("tester.jar"));
    private static final String FOLDER = "META-INF/licenses/";
    private static final Pattern LINE = Pattern.compile(
        "(?m)^ +((?:\\([^()]+\\) )+).* \\([^:]+:([^:]+):([^:]+) - .*\\)$");

    private record Library(String licenses, String artifact, String version) {
        String jar() {
            return artifact + "-" + version;
        }
    }

    @Test
    void shouldListEveryLibraryWithItsLicense() throws Exception {
        assertThat(libraries()).extracting(Library::licenses)
            .containsOnly("(Apache-2.0) ", "(MIT) ", "(Apache-2.0) (LGPL-2.1-or-later) ");
    }

    /** The build does not know the version of a vendored script, whose first line names it. */
    @Test
    void shouldListTheVendoredScript() throws IOException {
        String script = Files.readString(Path.of("src/main/resources/page/vendor/minisearch.js"));
        assertThat(libraries()).filteredOn(library -> library.artifact().equals("minisearch")).singleElement()
            .satisfies(library -> assertThat(script).startsWith("/* MiniSearch " + library.version() + ", MIT,"));
    }

    @Test
    void shouldContainEveryLicense() throws IOException {
        Map<String, String> texts = texts(JAR, name -> name.startsWith("META-INF/"));
        assertThat(texts.get("META-INF/LICENSE")).isEqualTo(Files.readString(Path.of("LICENSE")))
            .contains("Apache License");
        for (Library library : libraries()) {
            List<String> own = texts.entrySet().stream().filter(text -> text.getKey().startsWith(FOLDER)
                && library.jar().startsWith(text.getKey().split("/")[2].replaceFirst("-jar$", "")))
                .map(Map.Entry::getValue).toList();
            if (library.licenses().contains("MIT")) {
                assertThat(own).as(library.jar()).anyMatch(text -> text.contains("Permission is hereby granted"));
            }
            if (library.licenses().contains("LGPL")) {
                assertThat(own).as(library.jar()).anyMatch(text -> text.contains("GNU LESSER GENERAL PUBLIC LICENSE"));
            }
        }
    }

    private static List<Library> libraries() throws IOException {
        String list = texts(JAR, "META-INF/THIRD-PARTY.txt"::equals).values().iterator().next();
        List<Library> libraries = LINE.matcher(list).results()
            .map(line -> new Library(line.group(1), line.group(2), line.group(3))).toList();
        assertThat(list).contains("Lists of " + libraries.size() + " third-party dependencies");
        return libraries;
    }

    private static Map<String, String> texts(Path jar, Predicate<String> wanted) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            Map<String, String> texts = new TreeMap<>();
            for (ZipEntry entry : zip.stream().<ZipEntry>map(entry -> entry)
                .filter(entry -> !entry.isDirectory() && wanted.test(entry.getName())).toList()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    texts.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            return texts;
        }
    }
}
