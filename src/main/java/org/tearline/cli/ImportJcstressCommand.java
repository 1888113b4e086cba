// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.tearline.cli.text.SubmissionText;
import org.tearline.file.Examination;
import org.tearline.file.JcstressImport;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableFile;
import org.tearline.file.Validator;
import org.tearline.machine.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tester import-jcstress}: converts the results of the jcstress tests to a result file. */
@Command(name = "import-jcstress",
    header = "Convert the results of the jcstress tests to a result file.",
    description = {"", "scripts/jcstress writes a results.json that does not name the CPU. Import it on the machine"
        + " that ran the tests, before a kernel update: this command adds the facts about the machine it runs on.", ""},
    exitCodeList = {"0:the result file is written", "2:wrong usage, or no valid result file can be made from FILE",
        ExitCode.FAILED})
final class ImportJcstressCommand extends Subcommand {
    @Parameters(paramLabel = "FILE", description = "A results.json from scripts/jcstress.")
    private Path file;

    @Option(names = "--out", paramLabel = "FILE", converter = Converters.OutputFile.class,
        defaultValue = "tearline-jcstress.json",
        description = "The result file, which must not exist. Default: ${DEFAULT-VALUE}")
    private Path out;

    @Override
    public Integer call() throws IOException {
        requireFile(file);
        boolean mayExist = false;
        requireWritable("--out " + out + ": ", out, mayExist);
        ResultFile result;
        try {
            result = JcstressImport.of(file, Machine.live());
        } catch (UnreadableFile e) {
            throw bad(file + ": " + e.getMessage());
        }
        Examination examination = new Validator().examine(out.toString(), result);
        if (!examination.valid()) {
            throw bad(file + ": cannot be converted to a valid result file: " + examination.problem());
        }
        ResultText.write(result, out);
        SubmissionText.nextSteps(out, stderr);
        return 0;
    }
}
