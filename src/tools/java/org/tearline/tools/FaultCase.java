// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.tearline.tools.FaultTry.concat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A kind of fault.
 *
 * @param tries the number of tries; 0 if the case cannot run on this machine
 * @param quick whether --quick includes the case
 * @param play  runs one try
 */
record FaultCase(String name, int tries, boolean quick, Play play) {

    /** Throws {@link FaultTry.Wrong} on unexpected behavior. */
    interface Play {
        void in(FaultTry attempt) throws Exception;
    }

    /** Returns the cases that mostly wait and can therefore run in parallel. */
    static List<FaultCase> halts(int runs) {
        return List.of("worker", "parent", "group").stream().map(who -> new FaultCase("2 " + who + " halted for 35 s",
            runs, who.equals("group"), attempt -> RunFaults.isHalted(attempt, who))).toList();
    }

    static List<FaultCase> signals(int runs) {
        List<FaultCase> all = new ArrayList<>();
        List<Map.Entry<String, Integer>> endings = List.of(Map.entry("INT", 130), Map.entry("HUP", 129),
            Map.entry("TERM", 143));
        endings.forEach(end -> {
            String name = end.getKey();
            all.add(new FaultCase("1 sweep, " + name + " to the group", runs, name.equals("INT"),
                attempt -> SweepFaults.endsBy(attempt, name, end.getValue())));
            all.add(new FaultCase("1 sweep, " + name + " before its first trial", runs, name.equals("HUP"),
                attempt -> SweepFaults.endsEarlyBy(attempt, name, end.getValue())));
            all.add(new FaultCase("1 worker alone gets " + name, runs, name.equals("TERM"),
                attempt -> RunFaults.workerIgnores(attempt, name)));
        });
        List.of("KILL", "XCPU", "SEGV", "BUS", "ILL", "ABRT").forEach(signal -> all.add(new FaultCase(
            "2 run, worker gets " + signal, runs, signal.matches("KILL|BUS"),
            attempt -> RunFaults.workerIsKilled(attempt, signal))));
        all.add(new FaultCase("2 sweep, worker gets KILL", runs, true, SweepFaults::workerIsKilled));
        all.add(new FaultCase("2 run, every worker gets KILL", runs, true, RunFaults::everyWorkerIsKilled));
        Map.of("worker", " --tier c1", "tester's JVM", "").forEach((who, options) -> all.add(new FaultCase(
            "3 tear seen, then " + who + " gets KILL", runs, true,
            attempt -> RunFaults.tearIsSeenAndWorkerKilled(attempt, options))));
        List.of("group", "parent", "tester's JVM").forEach(who -> endings.forEach(end -> all.add(new FaultCase("4 run, "
            + end.getKey() + " to the " + who, runs, end.getKey().equals("INT"),
            attempt -> RunFaults.endsBy(attempt, end.getKey(), end.getValue(), who)))));
        all.add(new FaultCase("4 tester's JVM gets KILL", runs, true, RunFaults::jvmIsKilled));
        List.of("SEGV", "BUS", "ILL", "ABRT").forEach(signal -> all.add(new FaultCase("4 tester's JVM faults with "
            + signal, runs, signal.equals("BUS"), attempt -> RunFaults.jvmFaults(attempt, signal))));
        all.add(new FaultCase("4 closed pipe", runs, true, RunFaults::pipeIsClosed));
        endings.forEach(end -> all.add(new FaultCase("5 run, " + end.getKey() + " in the first second", runs, true,
            attempt -> RunFaults.endsEarlyBy(attempt, end.getKey(), end.getValue()))));
        all.add(new FaultCase("5 parent gets KILL", runs, true, RunFaults::parentIsKilled));
        return all;
    }

    /**
     * Returns the cases with a faulty environment or input.
     *
     * @param runs   number of tries of the case that kills a sweep
     * @param folder mount point for disks
     */
    static List<FaultCase> surroundings(FaultTry.Setup setup, int runs, Path folder) {
        List<FaultCase> all = new ArrayList<>();
        List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS").forEach(variable -> all.add(new FaultCase(
            "6 " + variable, setup.quick() ? 1 : RunFaults.OPTIONS.size(), variable.equals("JAVA_TOOL_OPTIONS"),
            attempt -> RunFaults.optionsAreInherited(attempt, variable))));
        List<String> pinned = List.of("taskset", "-c", "0");
        int pins = triesIf(Tools.succeeds(concat(pinned, "true")));
        all.add(new FaultCase("9 one CPU, not pinned", pins, true, attempt -> RunFaults.oneCpu(attempt, pinned)));
        all.add(new FaultCase("9 two threads on one CPU", 1, true,
            attempt -> RunFaults.oneCpu(attempt, List.of(), "-Dcpus=0,0")));
        all.add(new FaultCase("10 sweep gets KILL", runs, false, SweepFaults::isKilled));
        List.of("sweep", "machine", "jvm", "build").forEach(field -> all.add(new FaultCase("10 journal of another "
            + field, 1, field.equals("machine"), attempt -> SweepFaults.otherJournal(attempt, field))));
        all.add(new FaultCase("10 journal of another JVM", triesIf(setup.other() != null), true,
            SweepFaults::otherJvmResumes));
        all.add(new FaultCase("10 no home folder", 1, true, RunFaults::homeIsNowhere));
        int mounts = triesIf(DiskFaults.canMount(folder));
        List.of("4k", "8k", "16k").forEach(size -> all.add(new FaultCase("10 disk full at " + size, mounts,
            size.equals("8k"), attempt -> DiskFaults.sweepIsFullAt(attempt, size, 1))));
        all.add(new FaultCase("10 disk full from the start", mounts, false,
            attempt -> DiskFaults.sweepIsFullAt(attempt, "8k", 8192)));
        all.add(new FaultCase("14 temporary folder is full", mounts, true, DiskFaults::temporaryFolderIsFull));
        all.add(new FaultCase("14 temporary folder fills up", setup.quick() ? mounts : 9 * mounts, true,
            DiskFaults::temporaryFolderFillsUp));
        all.add(new FaultCase("13 brand with escape sequences", mounts, true, TextFaults::hostileBrand));
        all.add(new FaultCase("12 copies, an invalid one first", 1, true, TextFaults::copies));
        all.add(new FaultCase("14 broken JSON", 1, true, TextFaults::brokenJson));
        all.add(new FaultCase("14 sweep with 12 MB of memory", 1, true, SweepFaults::withLittleMemory));
        int limits = triesIf(Tools.succeeds(concat(RunFaults.lonely(), "test", "-r", setup.jar().toString())));
        List.of(20, 28, 34, 40, 46).forEach(limit -> all.add(new FaultCase("15 at most " + limit + " threads", limits,
            limit == 34 || limit == 40, attempt -> RunFaults.fewThreads(attempt, limit))));
        return all;
    }

    private static int triesIf(boolean possible) {
        return possible ? 1 : 0;
    }
}
