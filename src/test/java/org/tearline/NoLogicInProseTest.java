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
 * Holds that nothing decides by parts of a text that this project wrote: a code travels in the message or the file, and
 * renderers make sentences of it. Whoever looks into a text is named here with where that text comes from.
 */
class NoLogicInProseTest {
    private static final String ROOT = "org.tearline.";
    private static final Set<String> LOOKS_INSIDE = Set.of("contains", "startsWith", "endsWith");
    /** By the origin of the text; a new entry needs a text of somebody else. */
    private static final Map<String, List<String>> READERS = Map.of(
        "the operating system and the CPU", List.of("machine.CpuModel", "machine.Cpuinfo", "machine.Hypervisor",
            "machine.Lines", "machine.Os", "machine.Oshi", "machine.ProcessMark", "machine.SplitLockPolicy",
            "machine.Virtualization", "cli.Terminal"),
        "the JVM and disassemblers", List.of("run.worker.JitLog", "run.link.CrashReport", "run.link.WorkerArchive",
            "asm.Decoder", "asm.Explanation", "asm.JvmPrint", "asm.Objdump", "asm.X86Dialect"),
        "Maven and Jackson", List.of("file.UnreadableFile", "file.TesterBuild", "page.Addresses"),
        "names of files, in folders where anybody may put some", List.of("run.link.WorkerClassPath",
            "judge.SourceTree", "page.ResultsReport", "archive.Batch"),
        "files that others send or edit", List.of("archive.Submitters", "page.Markdown", "archive.RecallList",
            "file.TextCheck"),
        "the command line", List.of("cli.Program", "cli.PropertyDefaults"),
        "addresses, which are not wrapped", List.of("cli.text.Screen"));

    @Test
    void shouldLookIntoForeignTextAlone() {
        Set<String> readers = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.tearline").stream().filter(NoLogicInProseTest::looksIntoText)
            .map(one -> one.getName().substring(ROOT.length()).replaceFirst("\\$\\d.*", "").replaceFirst("\\w+\\$", ""))
            .collect(Collectors.toSet());
        assertThat(readers).containsExactlyInAnyOrderElementsOf(READERS.values().stream().flatMap(List::stream)
            .toList());
    }

    private static boolean looksIntoText(JavaClass one) {
        return Stream.<JavaAccess<?>>concat(one.getMethodCallsFromSelf().stream(),
            one.getMethodReferencesFromSelf().stream()).map(JavaAccess::getTarget).anyMatch(NoLogicInProseTest::looks);
    }

    private static boolean looks(AccessTarget target) {
        return target.getOwner().isEquivalentTo(String.class) && LOOKS_INSIDE.contains(target.getName());
    }
}
