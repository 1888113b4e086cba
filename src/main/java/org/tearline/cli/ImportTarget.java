// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.tearline.cli.text.SubmissionText;
import org.tearline.file.Examination;
import org.tearline.file.Kind;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableResult;
import org.tearline.file.Validator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Says where an import puts its result. Immutable.
 *
 * @param replaces whether there is a result to be replaced
 */
record ImportTarget(Path out, boolean replaces) {

    /** Refuses what cannot be written, and what stands there and is not ours to overwrite. */
    static ImportTarget check(CommandSpec spec, Path out, Kind kind) throws IOException {
        OutputFile.check(spec, out);
        if (Files.notExists(out)) {
            return new ImportTarget(out, false);
        }
        try {
            if (ResultText.read(out).kind() == kind) {
                return new ImportTarget(out, true);
            }
        } catch (UnreadableResult e) {
            // Said below: whatever it is, it is no result of this kind.
        }
        throw new ParameterException(spec.commandLine(), "--out " + out + ": exists already and is not a result of"
            + " kind " + kind);
    }

    /** Writes a result that is valid; of any other nothing is left. */
    void write(CommandSpec spec, Path from, ResultFile result) throws IOException {
        Examination examination = new Validator(Clock.systemUTC()).examine(out.toString(), ResultText.stored(result));
        if (!examination.valid()) {
            throw refused(spec, from, "it does not make a valid result file: "
                + examination.findings().get(0).line());
        }
        ResultText.write(result, out);
    }

    /** Returns the last line of an import. */
    String written() {
        return "result: " + out + (replaces ? ", replaced" : "") + " " + SubmissionText.whatNext(out);
    }

    static ParameterException refused(CommandSpec spec, Path from, String why) {
        return new ParameterException(spec.commandLine(), from + ": " + why);
    }
}
