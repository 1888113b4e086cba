package org.tearline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds the directions in which the rooms of the house may import each other. */
class ArchitectureTest {
    private static final String ROOT = "org.tearline.";
    private static final Map<String, Set<String>> MAY_IMPORT = Map.ofEntries(
        Map.entry("plan", Set.of()),
        Map.entry("memory", Set.of("plan")),
        Map.entry("platform", Set.of()),
        Map.entry("promise", Set.of("plan")),
        Map.entry("kernel", Set.of("memory", "plan")),
        Map.entry("result", Set.of("plan", "platform", "promise")),
        Map.entry("submission", Set.of("result", "plan", "platform")),
        Map.entry("report", Set.of("result", "promise", "plan", "platform")),
        Map.entry("engine", Set.of("kernel", "memory", "plan", "platform", "promise", "result")),
        Map.entry("asm", Set.of("engine", "kernel", "plan")));

    private final JavaClasses classes = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.tearline");

    @Test
    void shouldImportOneWay() {
        MAY_IMPORT.forEach((room, others) -> {
            String[] forbidden = MAY_IMPORT.keySet().stream()
                .filter(other -> !other.equals(room) && !others.contains(other))
                .map(other -> ROOT + other + "..").toArray(String[]::new);
            noClasses().that().resideInAPackage(ROOT + room + "..").should().dependOnClassesThat()
                .resideInAnyPackage(append(forbidden, ROOT + "cli..")).allowEmptyShould(true).check(classes);
        });
    }

    @Test
    void shouldHaveNoCircles() {
        slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void shouldKeepPicocliInCli() {
        noClasses().that().resideOutsideOfPackage(ROOT + "cli..").should().dependOnClassesThat()
            .resideInAPackage("picocli..").check(classes);
    }

    @Test
    void shouldKeepKernelsFreeOfInputOutputAndClocks() {
        noClasses().that().resideInAPackage(ROOT + "kernel..").should().callMethod(System.class, "nanoTime")
            .orShould().dependOnClassesThat().resideInAPackage("java.nio.file..").check(classes);
    }

    @Test
    void shouldExitInMainAlone() {
        noClasses().that().doNotHaveFullyQualifiedName(ROOT + "Main").should()
            .callMethod(System.class, "exit", int.class).check(classes);
    }

    private static String[] append(String[] array, String last) {
        String[] longer = Arrays.copyOf(array, array.length + 1);
        longer[array.length] = last;
        return longer;
    }
}
