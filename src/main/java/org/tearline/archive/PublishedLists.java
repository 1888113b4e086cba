// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.tearline.file.ValidationRule.LISTS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.tearline.file.Examination;
import org.tearline.file.FolderArgument;

/**
 * The lists beside a results folder, which maintainers edit by hand.
 *
 * @param recalls the reasons for recalling published files that turned out to be wrong, by path below the results
 *                folder or by digest; untrusted text
 * @param faults  one examination for each invalid line; such a line has no effect
 */
public record PublishedLists(Submitters submitters, Map<String, String> recalls, List<Examination> faults) {
    /** The name of the file with the recalls. */
    public static final String RECALLED = "recalled.txt";
    /** The lists of a folder without any. */
    static final PublishedLists NONE = new PublishedLists(Submitters.own(), Map.of(), List.of());
    /** No other spelling of a path, such as ./x.json: it would name no file. */
    private static final String PATH = "(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\\.json";
    private static final Pattern RECALL = Pattern.compile("(?s)(" + PATH + "|[0-9a-f]{64})\\s+(.+)");

    /** Reads both lists. Without a list of submitters, the folder is the user's own. */
    public static PublishedLists beside(Path results) throws IOException {
        List<Examination> faults = new ArrayList<>();
        Path names = FolderArgument.beside(results, Submitters.NAME);
        Submitters submitters = Submitters.own();
        if (Files.exists(names)) {
            submitters = Submitters.of(FolderArgument.lines(names),
                fault -> faults.add(fault(Submitters.NAME, fault)));
        }
        Map<String, String> recalls = new LinkedHashMap<>();
        Submitters.read(FolderArgument.lines(FolderArgument.beside(results, RECALLED)), RECALL,
            "a path below results or a digest, and a reason", fault -> faults.add(fault(RECALLED, fault)),
            (line, number) -> {
                recalls.put(line.group(1), line.group(2));
                return null;
            });
        return new PublishedLists(submitters, recalls, List.copyOf(faults));
    }

    /** Returns the reason for a recall by path or digest, or null. */
    public String recallReason(String pathBelowResults, String digest) {
        return recalls.getOrDefault(pathBelowResults, recalls.get(digest));
    }

    /** Whether an examination is about a line of a list, not about a file. */
    public static boolean isFault(Examination examination) {
        return examination.findings().stream().anyMatch(finding -> finding.rule() == LISTS);
    }

    static Examination fault(String list, String fault) {
        return new Examination("../" + list).with(LISTS, "", fault);
    }

    /** Returns the invalid lines, each with the name of its list. */
    public List<String> invalidLines() {
        return faults.stream()
            .map(fault -> fault.name().substring("../".length()) + ", " + fault.findings().get(0).what())
            .toList();
    }
}
