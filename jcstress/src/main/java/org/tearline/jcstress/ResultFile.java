// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.DiskWriteCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;

/**
 * jcstress' own binary result files, read and written by jcstress' own collectors. Stateless; for one thread at a time
 * per file.
 */
final class ResultFile {

    private ResultFile() {
    }

    /**
     * Returns the results of a file in the order of the run, one per fork.
     *
     * @throws IOException in words for a user: no such file, not a result file, cut short
     */
    static List<TestResult> read(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException(file + ": no such file, or not readable");
        }
        InProcessCollector results = new InProcessCollector();
        try {
            DiskReadCollector reader = new DiskReadCollector(file.toString(), results);
            reader.dump();
            reader.close();
        } catch (EOFException cut) {
            throw new IOException(file + ": cut short, jcstress did not finish this run", cut);
        } catch (IOException | ClassNotFoundException e) {
            throw new IOException(file + ": not a result file of this jcstress (" + e.getMessage() + ")", e);
        }
        return List.copyOf(results.getTestResults());
    }

    /** Returns the results with the forks of each configuration added up, by test and then by configuration. */
    static List<TestResult> merged(List<TestResult> results) {
        List<TestResult> merged = new ArrayList<>(ReportUtils.mergedByConfig(results));
        merged.sort(Comparator.comparing(TestResult::getName)
            .thenComparing(r -> r.getConfig().getCompileMode())
            .thenComparing(r -> r.getConfig().jvmArgs.toString())
            .thenComparing(r -> r.getConfig().getSchedulingClass().toString()));
        return merged;
    }

    /** Writes all results of {@code parts} into one file that jcstress' {@code -p} can read. */
    static void join(Path whole, List<Path> parts) throws IOException {
        DiskWriteCollector writer = new DiskWriteCollector(whole.toString());
        try {
            for (Path part : parts) {
                read(part).forEach(writer::add);
            }
        } finally {
            writer.close();
        }
    }
}
