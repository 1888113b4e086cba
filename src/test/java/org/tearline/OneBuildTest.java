// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * Holds all projects to one parent, which alone has versions and decides what is checked in all of them.
 * Not thread-safe.
 */
class OneBuildTest {
    private static final Path PARENT = Path.of("parent", "pom.xml");

    @Test
    void shouldBuildAllProjects() throws Exception {
        assertThat(projects()).map(Path::toString).containsExactlyInAnyOrder("pom.xml", "jcstress/pom.xml",
            "bench/pom.xml", "agent/pom.xml", "junit/pom.xml");
    }

    @ParameterizedTest
    @MethodSource("projects")
    void shouldTakeEveryVersionFromTheParent(Path pom) throws Exception {
        assertThat(texts(pom, "/project/parent/artifactId")).containsExactly("tearline-parent");
        assertThat(pom.resolveSibling(texts(pom, "/project/parent/relativePath").get(0)).normalize())
            .isEqualTo(PARENT);

        assertThat(texts(pom, "/project/version")).isEmpty();
        assertThat(texts(pom, "//dependency/version | //artifactItem/version | //path/version | //plugin/version"))
            .allMatch(version -> version.startsWith("${"), "names a version of the parent");
        assertThat(texts(pom, "//properties/*[contains(name(), '.version')]")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("projects")
    void shouldLeaveTheChecksToTheParent(Path pom) throws Exception {
        assertThat(texts(pom, "//plugin/artifactId")).doesNotContain("maven-checkstyle-plugin",
            "maven-enforcer-plugin", "flatten-maven-plugin");
    }

    @Test
    void shouldKeepLibrariesUnderTheGplOutOfTheTesterAndTheAgent() throws Exception {
        for (Path pom : List.of(Path.of("pom.xml"), Path.of("agent", "pom.xml"))) {
            // Of OpenJDK's, those of Mission Control are under the UPL.
            assertThat(texts(pom, "//dependency/groupId")).isNotEmpty()
                .noneMatch(group -> group.startsWith("org.openjdk") && !group.equals("org.openjdk.jmc"));
        }
    }

    @Test
    void shouldCopyEveryFolderThatTheTesterIsBuiltFromIntoTheContainer() throws Exception {
        List<String> folders = texts(Path.of("pom.xml"), "/project/build/resources/resource/directory").stream()
            .filter(folder -> !folder.startsWith("src/") && !folder.startsWith("$")).toList();

        assertThat(folders).isNotEmpty();
        assertThat(Files.readAllLines(Path.of("Containerfile"))).containsAll(folders.stream()
            .map(folder -> "COPY " + folder + " " + folder).toList());
    }

    /** The POMs that the parent lists as modules. */
    static List<Path> projects() throws Exception {
        return texts(PARENT, "/project/modules/module").stream()
            .map(module -> PARENT.resolveSibling(module).resolve("pom.xml").normalize()).toList();
    }

    private static List<String> texts(Path pom, String path) throws Exception {
        Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File(pom.toString()));
        NodeList found = (NodeList) XPathFactory.newInstance().newXPath()
            .evaluate(path, document, XPathConstants.NODESET);
        return IntStream.range(0, found.getLength()).mapToObj(i -> found.item(i).getTextContent().strip()).toList();
    }
}
