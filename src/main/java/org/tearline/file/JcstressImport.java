// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.tearline.file.Environment.Java;
import org.tearline.file.ResultFile.Kind;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import tools.jackson.databind.JsonNode;

/** Creates a result file from the cases that scripts/jcstress exported and from the facts about this machine. */
public final class JcstressImport {
    private static final int MAX_BYTES = 1 << 20;

    private JcstressImport() {
    }

    private record Export(boolean complete, Map<String, String> environment, List<JcstressCase> cases,
                          List<MixedCase> mixed) {
    }

    /**
     * Converts an export to a sealed result.
     *
     * @param machine this machine, which must have run the tests
     * @throws UnreadableFile if the export is invalid or from another machine
     */
    public static ResultFile of(Path file, Machine machine) throws IOException, UnreadableFile {
        byte[] text;
        try (InputStream in = Files.newInputStream(file)) {
            text = in.readNBytes(MAX_BYTES + 1);
        }
        JsonNode tree = ExportedFile.read(text, MAX_BYTES, JsonNode.class);
        if (tree.has("schemaVersion")) {
            throw new UnreadableFile("a result file or a report of the agent,"
                + " not a results.json from scripts/jcstress");
        }
        new FileSchema("jcstress").requireMatch(tree);
        Export export = ExportedFile.read(text, MAX_BYTES, Export.class);
        if (!export.complete) {
            throw new UnreadableFile("incomplete: a test ended without a result (VM ERROR), or the run was interrupted;"
                + " run scripts/jcstress again");
        }
        Map<String, String> exported = export.environment;
        for (String property : List.of("os.name", "os.arch", "os.version")) {
            String here = System.getProperty(property);
            if (!here.equals(exported.get(property))) {
                throw new UnreadableFile("made on another machine: " + property + " is "
                    + Quoted.of(String.valueOf(exported.get(property))) + " there, " + here + " here");
            }
        }
        Java java = new Java(exported.get("java.vendor"), exported.get("java.vm.version"),
            exported.get("java.vm.name"), Collections.emptySortedMap());
        boolean pinned = false;
        Environment environment = PublishedMachine.of(machine, SplitLockCost.notTimed("an import runs nothing"),
            pinned, java);
        // The export contains no date, but was written at the end of the run.
        LocalDate day = LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC);
        // Importing an export twice must not count as two runs.
        String runId = Digest.sha256(text).substring(0, 32);
        return ResultText.sealed(ResultFile.unsealed(Kind.JCSTRESS, day, runId, TesterBuild.running(), environment,
            null, List.of(), List.of(), List.of(), export.cases, export.mixed));
    }
}
