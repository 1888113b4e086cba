// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the directions in which packages may import each other; a sub-package is a package of its own. */
class ArchitectureTest {
    private static final String ROOT = "org.tearline.";
    /** Every package but cli, which may import them all. */
    private static final Map<String, Set<String>> MAY_IMPORT = Map.ofEntries(
        Map.entry("plan", Set.of()),
        Map.entry("platform", Set.of("plan")),
        Map.entry("memory", Set.of("plan", "platform")),
        Map.entry("promise", Set.of("plan", "platform")),
        Map.entry("kernel", Set.of("memory", "plan")),
        Map.entry("result", Set.of("plan", "platform")),
        Map.entry("engine.link", Set.of("kernel", "plan", "platform", "result")),
        Map.entry("engine.worker", Set.of("engine.link", "kernel", "memory", "plan", "platform", "result")),
        Map.entry("published", Set.of("plan", "platform", "promise", "result")),
        Map.entry("engine", Set.of("engine.link", "kernel", "plan", "platform", "promise", "published", "result")),
        Map.entry("asm", Set.of("engine", "engine.link", "plan", "published")),
        Map.entry("submission", Set.of("plan", "platform", "promise", "published", "result")),
        Map.entry("report.text", Set.of("plan", "result")),
        Map.entry("archive", Set.of("plan", "platform", "promise", "published", "result")),
        Map.entry("judge", Set.of("archive", "plan", "promise", "published", "result")),
        Map.entry("page", Set.of("archive", "plan", "platform", "promise", "published", "report.text", "result",
            "submission")),
        Map.entry("report.json", Set.of("archive", "asm", "engine", "engine.link", "judge", "plan", "platform",
            "promise", "published", "result")),
        Map.entry("report.review", Set.of("archive", "judge", "plan", "promise", "published", "report.json",
            "report.text", "result")),
        Map.entry("report.terminal", Set.of("archive", "asm", "engine", "engine.link", "judge", "page", "plan",
            "platform", "promise", "published", "report.json", "report.review", "report.text", "result",
            "submission")),
        Map.entry("report", Set.of("plan", "platform", "promise", "published", "report.json", "report.terminal",
            "submission")));

    private static final JavaClasses CLASSES = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.tearline");

    @Test
    void shouldImportOneWay() {
        MAY_IMPORT.forEach((from, allowed) -> {
            String[] forbidden = Stream.concat(Stream.of("cli"), MAY_IMPORT.keySet().stream())
                .filter(other -> !other.equals(from) && !allowed.contains(other)).map(ROOT::concat)
                .toArray(String[]::new);
            noClasses().that().resideInAPackage(ROOT + from).should().dependOnClassesThat()
                .resideInAnyPackage(forbidden).check(CLASSES);
        });
    }

    @Test
    void shouldKnowEveryPackage() {
        assertThat(CLASSES.stream().map(one -> one.getPackageName()).distinct()
            .filter(name -> name.startsWith(ROOT)).map(name -> name.substring(ROOT.length())))
            .containsExactlyInAnyOrderElementsOf(
                Stream.concat(Stream.of("cli"), MAY_IMPORT.keySet().stream()).toList());
    }

    /** Main and Trial: the program and the library. */
    @Test
    void shouldKeepTheEntriesOnTop() {
        noClasses().that().resideInAPackage(ROOT + "*..").should().dependOnClassesThat()
            .resideInAPackage("org.tearline").check(CLASSES);
        noClasses().that().haveFullyQualifiedName(ROOT + "Trial").should().dependOnClassesThat()
            .resideInAnyPackage(ROOT + "cli..", ROOT + "report..", ROOT + "submission..", ROOT + "engine.worker..")
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
        noClasses().that().resideInAPackage(ROOT + "kernel..").should().callMethod(System.class, "nanoTime")
            .orShould().dependOnClassesThat().resideInAPackage("java.nio.file..").check(CLASSES);
    }

    @Test
    void shouldExitInMainAlone() {
        noClasses().that().doNotHaveFullyQualifiedName(ROOT + "Main").should()
            .callMethod(System.class, "exit", int.class).check(CLASSES);
    }
}
