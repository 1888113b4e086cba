// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.cli.Subcommand.reject;

import java.util.List;
import org.tearline.machine.KernelFiles.CpuList;
import org.tearline.machine.KernelFiles;
import org.tearline.trial.ThreadCpus;
import org.tearline.words.Words;
import picocli.CommandLine.Option;

/** The option {@code --cpus}, which several commands have. */
final class CpuOption {
    @Option(names = "--cpus", paramLabel = "LIST", defaultValue = "auto",
        description = "CPUs to pin threads to, writers first, such as 0,2 or 0-3, in granules two; none: do not"
            + " pin; auto: those that this process may use, one of each physical core first. Default:"
            + " ${DEFAULT-VALUE}")
    private String cpus;

    ThreadCpus choose(int writers, int readers) {
        KernelFiles kernel = KernelFiles.live();
        List<Integer> usable = kernel.allowedCpus().orElse(List.of());
        if (cpus.equals("none")) {
            return ThreadCpus.none(usable);
        }
        if (cpus.equals("auto")) {
            return kernel.threadCpus(writers, readers);
        }
        List<Integer> listed = List.of();
        try {
            listed = CpuList.parse(cpus);
        } catch (IllegalArgumentException e) {
            // Reported below, as is an empty list.
        }
        reject(listed.isEmpty(), "Invalid value for option '--cpus': '" + cpus + "' is neither auto, none nor a"
            + " list of CPUs such as 0-3,8"
            + Words.enclosed("; this process may use ", CpuList.format(usable), ""));
        List<Integer> missing = listed.stream()
            .filter(cpu -> !usable.isEmpty() && !usable.contains(cpu))
            .toList();
        reject(!missing.isEmpty(), "--cpus " + cpus + ": this process may not use CPU " + CpuList.format(missing)
            + ", only " + CpuList.format(usable));
        return ThreadCpus.of(listed, writers, readers);
    }

    /** Returns one CPU for a writer and one for a reader, or none. A list must consist of two different CPUs. */
    ThreadCpus pair() {
        ThreadCpus pair = choose(1, 1);
        reject(!cpus.equals("auto") && pair.pinned() && CpuList.parse(cpus).size() != 2, "--cpus " + cpus
            + ": give two different CPUs, the writer's and the reader's, such as 0,1");
        return pair;
    }
}
