// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.tearline.published.ExportedFile;
import org.tearline.published.UnreadableExport;

/**
 * Holds what an earlier run found, from the SARIF file that it wrote. Immutable.
 *
 * @param known the danger of each site, by its {@link Fingerprints fingerprint}
 */
public record Baseline(Map<String, Danger> known) {
    /** A report with the most sites takes a few. */
    public static final int MAX_BYTES = 64 << 20;

    private record File(List<Run> runs) {
    }

    private record Run(List<Result> results) {
    }

    private record Result(String ruleId, Map<String, String> partialFingerprints) {
    }

    /** Reads the bytes of a SARIF file. */
    public static Baseline parse(byte[] bytes) throws UnreadableExport {
        File file = ExportedFile.parse(bytes, File.class);
        if (file == null || file.runs == null) {
            throw new UnreadableExport("no SARIF: it has no runs");
        }
        Map<String, Danger> known = new HashMap<>();
        for (Run run : file.runs) {
            for (Result result : run == null || run.results == null ? List.<Result>of() : run.results) {
                String name = result == null || result.partialFingerprints == null ? null
                    : result.partialFingerprints.get(Fingerprints.KEY);
                Optional<Danger> danger = result == null ? Optional.empty() : Stream.of(Danger.values())
                    .filter(one -> one.ruleId().equals(result.ruleId)).findFirst();
                if (name != null && danger.isPresent()) {
                    known.merge(name, danger.get(), (a, b) -> a.compareTo(b) <= 0 ? a : b);
                }
            }
        }
        return new Baseline(Map.copyOf(known));
    }

    /** Returns whether a site was known, and was as dangerous then. */
    public boolean knows(String fingerprint, Danger danger) {
        Danger then = known.get(fingerprint);
        return then != null && then.compareTo(danger) <= 0;
    }
}
