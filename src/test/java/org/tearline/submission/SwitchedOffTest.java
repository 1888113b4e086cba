// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.submission.ValidatorTest.CLOCK;
import static org.tearline.submission.ValidatorTest.VALIDATOR;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;

/**
 * Holds each rule and each check to a bad file that would be accepted if it were switched off. So none can be lost
 * without a test that fails.
 */
class SwitchedOffTest {
    private static final int OF_EACH_FORGERY = 1;

    private final ResultFile good = ValidatorTest.good();

    @TempDir
    private Path repository;

    @Test
    void shouldHoldEachRuleAndEachCheckToABadFileThatNothingElseRefuses() throws IOException {
        Set<ValidationRule> rules = EnumSet.noneOf(ValidationRule.class);
        Set<String> checks = new TreeSet<>();
        BadFiles.all(OF_EACH_FORGERY).forEach(bytes -> {
            Examination examination = VALIDATOR.examine("bad", bytes);
            addIfAlone(examination, rules);
            onlyCheckOf(examination).ifPresent(check -> checks.add(check.getClass().getSimpleName()));
        });
        addRulesOfTrees(rules);

        assertThat(EnumSet.complementOf(EnumSet.copyOf(rules))).as("rules that no file needs").isEmpty();
        assertThat(checks).as("checks that some file needs").containsExactlyInAnyOrderElementsOf(
            Validator.checks(CLOCK).stream().map(check -> check.getClass().getSimpleName()).toList());
    }

    /** The check without which the file would be accepted; empty if there is none. */
    private static Optional<Check> onlyCheckOf(Examination examination) {
        List<Check> finding = new ArrayList<>();
        int found = 0;
        for (Check check : examination.file() == null ? List.<Check>of() : Validator.checks(CLOCK)) {
            Findings findings = new Findings();
            try {
                check.check(examination.file(), findings);
            } catch (IndexOutOfBoundsException e) {
                // It is made of files only whose lists are as long as each other.
                return Optional.empty();
            }
            if (!findings.list().isEmpty()) {
                finding.add(check);
                found = findings.list().size();
            }
        }
        return finding.size() == 1 && found == examination.findings().size() ? Optional.of(finding.get(0))
            : Optional.empty();
    }

    /** What is found of files beside each other, in their places and by who submits them. */
    private void addRulesOfTrees(Set<ValidationRule> needed) throws IOException {
        Path placed = ArchivedFile.put(good, repository.resolve(ResultPath.ROOT)).target();
        Path other = repository.resolve("other.json");
        Files.copy(placed, other);
        addBeside(placed, other, needed);
        Files.write(other, ResultText.stored(good.submittedBy("somebody-else").sealed()));
        addBeside(placed, other, needed);
        Files.write(other, Resealed.after(good, file -> file.put("runId", "00000000000000000000000000000001")));
        addBeside(placed, other, needed);
        Examination named = VALIDATOR.examine("named", placed).submittedBy("alice");
        addIfAlone(new Author("mallory", repository.resolve("base")).check(named), needed);
        Files.move(placed, placed.resolveSibling("mine.json"));
        new Batch(VALIDATOR).tree(repository, examination -> addIfAlone(examination, needed));
        Path base = repository.resolve("base");
        ArchivedFile.put(good, base.resolve(ResultPath.ROOT));
        new Batch(VALIDATOR).tree(repository, base, examination -> addIfAlone(examination, needed));
    }

    private static void addBeside(Path first, Path second, Set<ValidationRule> needed) {
        new Batch(VALIDATOR).files(List.of(first, second), examination -> addIfAlone(examination, needed));
    }

    private static void addIfAlone(Examination examination, Set<ValidationRule> needed) {
        Set<ValidationRule> found = examination.findings().stream().map(Finding::rule).collect(Collectors.toSet());
        if (found.size() == 1) {
            needed.addAll(found);
        }
    }
}
