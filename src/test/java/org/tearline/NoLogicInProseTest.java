// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that no code makes decisions by parsing this project's own sentences. Messages and files carry codes, which
 * renderers turn into text.
 */
class NoLogicInProseTest {
    private static final String ROOT = "org.tearline.";
    private static final Set<String> SEARCHES = Set.of("contains", "startsWith", "endsWith");
    /** Classes by the origin of the text that they search. Add only classes that read foreign text. */
    private static final Map<String, List<String>> READERS = Map.of(
        "the operating system and the CPU", List.of("machine.CpuModel", "machine.Hypervisor",
            "machine.Lines", "machine.Os", "machine.OtherSystem", "machine.Signs",
            "machine.SplitLockPolicy", "cli.text.Terminal"),
        "the JVM and disassemblers", List.of("trial.JvmKind", "machine.Jvm", "run.worker.JitLog",
            "run.link.CrashReport", "run.link.TesterJvm", "asm.Decoder", "asm.Explanation",
            "asm.JvmPrint", "asm.Objdump"),
        "Maven and Jackson", List.of("file.UnreadableFile", "file.Addresses"),
        "paths that others choose", List.of("Main", "run.link.WorkerClassPath",
            "archive.FileBatch"),
        "files that others submit or edit", List.of("archive.Submitters", "report.Markdown", "file.TextCheck",
            "run.SweepJournal"),
        "names in the programs that the agent watched", List.of("judge.Frame"),
        "the project's documents, and nouns", List.of("page.Page", "report.Costs", "report.DocumentFacts",
            "words.Words"),
        "names of CPUs in reports by others", List.of("page.Design"),
        "the command line", List.of("cli.Program", "cli.PropertyDefaults",
            "cli.Converters", "cli.OutputFile"),
        "URLs, which are not wrapped", List.of("cli.text.Screen"));

    @Test
    void shouldSearchForeignTextOnly() {
        Set<String> readers = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.tearline").stream().filter(NoLogicInProseTest::searchesText)
            .map(type -> type.getName().substring(ROOT.length()).replaceFirst("\\$\\d.*", "")
                .replaceFirst("\\w+\\$", ""))
            .collect(Collectors.toSet());
        assertThat(readers).containsExactlyInAnyOrderElementsOf(READERS.values().stream().flatMap(List::stream)
            .toList());
    }

    private static boolean searchesText(JavaClass type) {
        return Stream.<JavaAccess<?>>concat(type.getMethodCallsFromSelf().stream(),
            type.getMethodReferencesFromSelf().stream()).map(JavaAccess::getTarget)
            .anyMatch(NoLogicInProseTest::isSearch);
    }

    private static boolean isSearch(AccessTarget target) {
        return target.getOwner().isEquivalentTo(String.class) && SEARCHES.contains(target.getName());
    }
}
