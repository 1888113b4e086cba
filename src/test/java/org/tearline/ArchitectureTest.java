// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.TestInstance.Lifecycle.PER_CLASS;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Checks that packages import each other in one direction only. The classes of all tests are in one instance, which is
 * garbage when they end: tests in the same JVM collect the heap many times.
 */
@TestInstance(PER_CLASS)
class ArchitectureTest {
    private static final String ROOT = "org.tearline.";
    /** Each package may import only the packages after it. Subpackages belong to their parent. */
    private static final List<String> PACKAGES = List.of("cli", "ask", "report", "page", "judge", "symptom", "asm",
        "archive", "run", "file", "words", "verdict", "loop", "promise", "machine", "trial");

    private final JavaClasses classes = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.tearline");

    @Test
    void shouldImportDownwards() {
        for (int i = 1; i < PACKAGES.size(); i++) {
            String[] above = PACKAGES.subList(0, i).stream().map(name -> ROOT + name + "..").toArray(String[]::new);
            noClasses().that().resideInAPackage(ROOT + PACKAGES.get(i) + "..").should().dependOnClassesThat()
                .resideInAnyPackage(above).check(classes);
        }
    }

    @Test
    void shouldListEveryPackage() {
        assertThat(classes.stream().map(type -> type.getPackageName()).filter(name -> name.startsWith(ROOT))
            .map(name -> name.substring(ROOT.length()).replaceFirst("[.].*", "")).distinct())
            .containsExactlyInAnyOrderElementsOf(PACKAGES);
    }

    /** Main starts the program. Trial is the API of the library; it prints a result like a command, but is none. */
    @Test
    void shouldNotImportTheEntryPoints() {
        noClasses().that().resideInAPackage(ROOT + "*..").should().dependOnClassesThat()
            .resideInAPackage("org.tearline").check(classes);
        noClasses().that().haveFullyQualifiedName(ROOT + "Trial").should().dependOnClassesThat()
            .resideInAnyPackage("org.tearline.cli", ROOT + "report..", ROOT + "page..", ROOT + "run.worker..")
            .check(classes);
    }

    @Test
    void shouldHaveNoCycles() {
        slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void shouldImportPicocliInCliOnly() {
        noClasses().that().resideOutsideOfPackage(ROOT + "cli..").should().dependOnClassesThat()
            .resideInAPackage("picocli..").check(classes);
    }

    @Test
    void shouldKeepIoAndClocksOutOfLoops() {
        noClasses().that().haveNameMatching(".*[.]loop[.](?!MappedFile|Pages|Region).*").should()
            .callMethod(System.class, "nanoTime")
            .orShould().dependOnClassesThat().resideInAPackage("java.nio.file..").check(classes);
    }

    @Test
    void shouldExitInMainOnly() {
        noClasses().that().doNotHaveFullyQualifiedName(ROOT + "Main").should()
            .callMethod(System.class, "exit", int.class).check(classes);
    }
}
