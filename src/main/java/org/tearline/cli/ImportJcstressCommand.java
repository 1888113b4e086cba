package org.tearline.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.tearline.plan.Geometry;
import org.tearline.plan.PlacementClass;
import org.tearline.platform.Kernel;
import org.tearline.platform.Platform;
import org.tearline.platform.Probe;
import org.tearline.platform.SplitLockCost;
import org.tearline.published.Environment;
import org.tearline.published.Kind;
import org.tearline.published.Pinning;
import org.tearline.published.PublishedMachine;
import org.tearline.published.Quoted;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.UnreadableResult;
import org.tearline.published.jcstress.JcstressExport;
import org.tearline.published.jcstress.JcstressSeries;
import org.tearline.published.jcstress.UnreadableExport;
import org.tearline.submission.Examination;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tester import-jcstress}: what the independent witness saw, as a result file. */
@Command(name = "import-jcstress", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Turn what the jcstress tests saw into a result file.",
    description = {"", "scripts/jcstress leaves a results.json in its folder. Import it on the machine that made it,"
        + " before its kernel is changed: the file does not name its CPU, so the facts of this machine are put beside"
        + " it. The result is of kind jcstress, and reports show it beside the tester's own.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:the result file is written", "2:wrong usage, or FILE cannot become a valid result file",
        "4:internal error"})
final class ImportJcstressCommand implements Callable<Integer> {
    private static final List<String> MACHINE = List.of("os.name", "os.arch", "os.version");
    /** As much of a digest as a run's number is long. */
    private static final int RUN_ID_BYTES = 16;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The results.json that scripts/jcstress left.")
    private Path file;

    @Option(names = "--out", paramLabel = "FILE", defaultValue = "tearline-jcstress.json",
        description = "The result file; only another one of kind jcstress is replaced. Default: ${DEFAULT-VALUE}")
    private Path out;

    private final PrintStream err;

    ImportJcstressCommand(PrintStream err) {
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        ResultFileArgument.check(spec, file);
        boolean replaces = checkTarget();
        byte[] bytes = bytes();
        ResultFile result;
        String leftOut;
        try {
            JcstressExport export = JcstressExport.parse(bytes);
            checkMachine(export);
            Kernel kernel = Kernel.live();
            Platform platform = Platform.of(kernel);
            JcstressSeries seen = JcstressSeries.of(export,
                new Geometry(platform.lineBytes(), platform.pageBytes()));
            leftOut = leftOut(seen);
            if (seen.series().isEmpty()) {
                throw refused("nothing in it fits a result file" + leftOut);
            }
            result = result(export, seen, new Probe(kernel, true), platform, runId(bytes));
        } catch (UnreadableExport e) {
            throw refused(e.getMessage());
        }
        Examination examination = new Validator(Clock.systemUTC()).examine(out.toString(), ResultText.stored(result));
        if (!examination.valid()) {
            throw refused("no valid result file comes of it: " + examination.findings().get(0).line());
        }
        ResultText.write(result, out);
        if (!leftOut.isEmpty()) {
            err.println("tester: " + file + leftOut);
        }
        err.println("result: " + out + (replaces ? ", replaced" : "") + " (tester show " + out
            + " prints what it says, tester submit " + out + " how to send it in)");
        return 0;
    }

    private void checkMachine(JcstressExport export) throws UnreadableExport {
        for (String property : MACHINE) {
            if (!export.property(property).equals(System.getProperty(property))) {
                throw refused("made on another machine: " + property + " is " + Quoted.of(export.property(property))
                    + " there, " + System.getProperty(property) + " here");
            }
        }
    }

    private ResultFile result(JcstressExport export, JcstressSeries seen, Probe probe, Platform platform,
                              String runId) throws IOException, UnreadableExport {
        boolean asked = seen.placements().stream().anyMatch(pair -> pair.name() != PlacementClass.UNPINNED);
        Environment here = PublishedMachine.of(probe, platform, SplitLockCost.notTimed("an import runs nothing"),
            new Pinning(asked, false), null);
        Environment there = new Environment(here.arch(), here.cpu(), here.topology(), here.lineBytes(),
            here.pageBytes(), here.os(), here.hypervisor(), here.emulated(), here.splitLocks(), here.pinning(),
            export.jvm());
        return ResultFile.unsealed(Kind.JCSTRESS, date(), runId, Version.build(), there, null,
            seen.placements(), seen.series(), List.of()).sealed();
    }

    /** Part of a line; empty if everything fitted. */
    private static String leftOut(JcstressSeries seen) {
        List<String> words = new ArrayList<>();
        seen.leftOut().forEach((why, tests) -> words.add(why + " (" + tests.size() + "): "
            + Quoted.of(String.join(", ", tests))));
        return words.isEmpty() ? "" : ": left out: " + String.join("; ", words);
    }

    /** Whether there is a result to be replaced; anything else that stands there is not ours to overwrite. */
    private boolean checkTarget() throws IOException {
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": there is no such folder");
        }
        if (!Files.isWritable(folder)) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": the folder cannot be written to");
        }
        if (Files.notExists(out)) {
            return false;
        }
        try {
            if (ResultText.read(out).kind() == Kind.JCSTRESS) {
                return true;
            }
        } catch (UnreadableResult e) {
            // Said below: whatever it is, it is no result of jcstress.
        }
        throw new ParameterException(spec.commandLine(), "--out " + out
            + ": is there already, and is no result of kind jcstress");
    }

    private byte[] bytes() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(JcstressExport.MAX_BYTES + 1);
            if (bytes.length > JcstressExport.MAX_BYTES) {
                throw refused("more than " + JcstressExport.MAX_BYTES + " bytes");
            }
            return bytes;
        }
    }

    /** The export does not say its day; it is written when the run ends. */
    private LocalDate date() throws IOException {
        return LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC);
    }

    /** The same export is the same run, however often it is imported. */
    private static String runId(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, RUN_ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }

    private ParameterException refused(String why) {
        return new ParameterException(spec.commandLine(), file + ": " + why);
    }
}
