// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds the order of the rooms: imports run down. */
class ArchitectureTest {
    private static final String ROOT = "org.tearline.";
    /** The rooms; each may import those after it. A folder inside a room is part of it. */
    private static final List<String> ROOMS = List.of("cli", "page", "judge", "asm", "archive", "run", "file",
        "verdict", "loop", "promise", "machine", "trial");

    private static final JavaClasses CLASSES = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.tearline");

    @Test
    void shouldImportDownwards() {
        for (int i = 1; i < ROOMS.size(); i++) {
            noClasses().that().resideInAPackage(ROOT + ROOMS.get(i) + "..").should().dependOnClassesThat()
                .resideInAnyPackage(ROOMS.subList(0, i).stream().map(room -> ROOT + room + "..").toArray(String[]::new))
                .check(CLASSES);
        }
    }

    @Test
    void shouldKnowEveryRoom() {
        assertThat(CLASSES.stream().map(one -> one.getPackageName()).filter(name -> name.startsWith(ROOT))
            .map(name -> name.substring(ROOT.length()).replaceFirst("[.].*", "")).distinct())
            .containsExactlyInAnyOrderElementsOf(ROOMS);
    }

    /** Main and Trial: the program and the library. */
    @Test
    void shouldKeepTheEntriesOnTop() {
        noClasses().that().resideInAPackage(ROOT + "*..").should().dependOnClassesThat()
            .resideInAPackage("org.tearline").check(CLASSES);
        noClasses().that().haveFullyQualifiedName(ROOT + "Trial").should().dependOnClassesThat()
            .resideInAnyPackage(ROOT + "cli..", ROOT + "page..", ROOT + "run.worker..")
            .check(CLASSES);
    }

    @Test
    void shouldHaveNoCircles() {
        slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldKeepPicocliInCli() {
        noClasses().that().resideOutsideOfPackage(ROOT + "cli..").should().dependOnClassesThat()
            .resideInAPackage("picocli..").check(CLASSES);
    }

    @Test
    void shouldKeepKernelsFreeOfInputOutputAndClocks() {
        noClasses().that().haveNameMatching(".*[.]loop[.](?!MappedFile|Pages|Region).*").should()
            .callMethod(System.class, "nanoTime")
            .orShould().dependOnClassesThat().resideInAPackage("java.nio.file..").check(CLASSES);
    }

    @Test
    void shouldExitInMainAlone() {
        noClasses().that().doNotHaveFullyQualifiedName(ROOT + "Main").should()
            .callMethod(System.class, "exit", int.class).check(CLASSES);
    }
}
