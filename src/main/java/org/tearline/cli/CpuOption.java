// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import org.tearline.machine.Linux;
import org.tearline.machine.Linux.CpuList;
import org.tearline.trial.ThreadCpus;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that says where threads run. */
final class CpuOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--cpus", paramLabel = "LIST", defaultValue = "auto",
        description = "CPUs to pin to, writers first, such as 0,2 or 0-3; none: no pinning; auto: different physical"
            + " cores among those that this process may use. Default: ${DEFAULT-VALUE}")
    private String cpus;

    /**
     * CPUs for so many threads.
     *
     * @throws ParameterException if what was asked for is no list of CPUs that this process may use
     */
    ThreadCpus choose(Linux kernel, int writers, int readers) {
        List<Integer> usable = kernel.allowedCpus().orElse(List.of());
        if (cpus.equals("none")) {
            return ThreadCpus.none(usable);
        }
        if (cpus.equals("auto")) {
            return ThreadCpus.automatic(kernel.allowedCpus(), kernel::coreOf, writers, readers);
        }
        List<Integer> wanted = cpuList(usable);
        List<Integer> missing = wanted.stream().filter(cpu -> !usable.isEmpty() && !usable.contains(cpu)).toList();
        if (!missing.isEmpty()) {
            throw bad("--cpus " + cpus + ": this process may not use CPU " + CpuList.format(missing) + ", only "
                + CpuList.format(usable));
        }
        return ThreadCpus.of(wanted, writers, readers);
    }

    private List<Integer> cpuList(List<Integer> usable) {
        try {
            List<Integer> wanted = CpuList.parse(cpus);
            if (!wanted.isEmpty()) {
                return wanted;
            }
        } catch (IllegalArgumentException e) {
            // Said below, as for a list of nothing.
        }
        throw bad("Invalid value for option '--cpus': '" + cpus + "' is neither auto, none nor a list of CPUs such as"
            + " 0-3,8" + (usable.isEmpty() ? "" : "; this process may use " + CpuList.format(usable)));
    }

    /** One CPU for a writer and another one for a reader. */
    ThreadCpus pair(Linux kernel) {
        ThreadCpus pair = choose(kernel, 1, 1);
        if (!cpus.equals("auto") && pair.pinned() && (CpuList.parse(cpus).size() != 2
            || pair.writers().equals(pair.readers()))) {
            throw bad("--cpus " + cpus + ": give two CPUs, the writer's and the reader's, such as 0,1");
        }
        return pair;
    }

    private ParameterException bad(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
