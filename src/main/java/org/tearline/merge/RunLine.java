// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.time.LocalDate;
import java.util.Comparator;
import org.tearline.platform.Emulated;
import org.tearline.published.Environment;
import org.tearline.published.ResultFile;
import org.tearline.result.Counts;

/**
 * One result file in a list of runs. Immutable.
 *
 * @param changes of all its series together: what it weighs in a rate of several runs
 */
public record RunLine(LocalDate date, String path, String kind, String profile, String os, String jvm,
                      String hypervisor, Emulated emulated, String submitter, long changes) {
    /** The newest first; of one day by name. */
    static final Comparator<RunLine> NEWEST_FIRST = Comparator.comparing(RunLine::date).reversed()
        .thenComparing(RunLine::path);

    static RunLine of(String path, ResultFile file) {
        Environment environment = file.environment();
        return new RunLine(file.date(), path, file.kind().toString(),
            file.profile() == null ? "" : file.profile().name(),
            environment.os().family() + " " + environment.os().kernel(),
            environment.jvm().vendor() + " " + environment.jvm().version(), environment.hypervisor().toString(),
            environment.emulated(),
            file.submitter() == null ? "anonymous" : file.submitter(),
            file.series().stream().flatMap(series -> series.changes().stream()).reduce(0L, Counts::sum));
    }
}
