// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.file.Examination.Finding;
import org.tearline.file.Examination;
import org.tearline.file.FolderArgument;
import org.tearline.file.ValidationRule;

/**
 * The lists beside a results folder, which maintainers edit by hand.
 *
 * @param faults one examination for each invalid line; such a line has no effect
 */
public record PublishedLists(Submitters submitters, RecallList recalls, List<Examination> faults) {
    /** The lists of a folder without any. */
    static final PublishedLists NONE = new PublishedLists(Submitters.own(), RecallList.of(List.of(), fault -> { }),
        List.of());

    /** Reads both lists. Without a list of submitters, the folder is the user's own. */
    public static PublishedLists beside(Path results) throws IOException {
        List<Examination> faults = new ArrayList<>();
        Path names = FolderArgument.beside(results, Submitters.NAME);
        Submitters submitters = Submitters.own();
        if (Files.exists(names)) {
            submitters = Submitters.of(FolderArgument.lines(names),
                fault -> faults.add(fault(Submitters.NAME, fault)));
        }
        RecallList recalls = RecallList.of(FolderArgument.lines(FolderArgument.beside(results, RecallList.NAME)),
            fault -> faults.add(fault(RecallList.NAME, fault)));
        return new PublishedLists(submitters, recalls, List.copyOf(faults));
    }

    /** Whether an examination is about a line of a list, not about a file. */
    public static boolean isFault(Examination examination) {
        return examination.findings().stream().anyMatch(finding -> finding.rule() == ValidationRule.LISTS);
    }

    static Examination fault(String list, String fault) {
        return new Examination("../" + list).with(ValidationRule.LISTS, "", fault);
    }

    /** @throws IllegalArgumentException if a line is invalid */
    public PublishedLists requireSound() {
        if (faults.isEmpty()) {
            return this;
        }
        Finding first = faults.get(0).findings().get(0);
        throw new IllegalArgumentException(faults.get(0).name().substring("../".length()) + ", " + first.what());
    }
}
