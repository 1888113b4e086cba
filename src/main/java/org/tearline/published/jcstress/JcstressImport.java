// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.tearline.plan.CpuDistance;
import org.tearline.platform.Machine;
import org.tearline.platform.SplitLockCost;
import org.tearline.published.Environment;
import org.tearline.published.ExportedFile;
import org.tearline.published.Kind;
import org.tearline.published.PublishedMachine;
import org.tearline.published.PublishedPinning;
import org.tearline.published.Quoted;
import org.tearline.published.ResultFile;
import org.tearline.published.TesterBuild;
import org.tearline.published.UnreadableExport;

/**
 * Holds what an export of jcstress says, as a result file with the facts of the machine that made it. Immutable.
 *
 * @param result  sealed
 * @param leftOut what had no place in it, as the end of a sentence; empty if everything fitted
 */
public record JcstressImport(ResultFile result, String leftOut) {
    private static final List<String> MACHINE = List.of("os.name", "os.arch", "os.version");

    /**
     * Reads an export.
     *
     * @param here the machine that this runs on, which must be the one that made the export
     * @throws UnreadableExport if no result file comes of it; says why
     */
    public static JcstressImport of(Path file, Machine here, TesterBuild build) throws IOException, UnreadableExport {
        byte[] bytes = ExportedFile.bytes(file, JcstressExport.MAX_BYTES);
        JcstressExport export = JcstressExport.parse(bytes);
        for (String property : MACHINE) {
            if (!export.property(property).equals(System.getProperty(property))) {
                throw new UnreadableExport("made on another machine: " + property + " is "
                    + Quoted.of(export.property(property)) + " there, " + System.getProperty(property) + " here");
            }
        }
        JcstressSeries seen = JcstressSeries.of(export, here.geometry());
        String leftOut = leftOut(seen);
        if (seen.series().isEmpty()) {
            throw new UnreadableExport("nothing in it fits a result file" + leftOut);
        }
        // The export does not say its day; it is written when the run ends.
        LocalDate day = LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC);
        return new JcstressImport(ResultFile.unsealed(Kind.JCSTRESS, day, ExportedFile.runId(bytes), build,
            environment(export, seen, here), null, seen.placements(), seen.series(), List.of()).sealed(), leftOut);
    }

    /** This machine with the JVM of the export. */
    private static Environment environment(JcstressExport export, JcstressSeries seen, Machine here)
        throws UnreadableExport {
        boolean asked = seen.placements().stream().anyMatch(pair -> pair.name() != CpuDistance.UNPINNED);
        return PublishedMachine.of(here, SplitLockCost.notTimed("an import runs nothing"), new PublishedPinning(asked,
            false),
            null).ranBy(export.jvm());
    }

    private static String leftOut(JcstressSeries seen) {
        List<String> words = new ArrayList<>();
        seen.leftOut().forEach((why, tests) -> words.add(why + " (" + tests.size() + "): "
            + Quoted.of(String.join(", ", tests))));
        return words.isEmpty() ? "" : ": left out: " + String.join("; ", words);
    }
}
