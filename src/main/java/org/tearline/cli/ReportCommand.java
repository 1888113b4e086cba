package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.tearline.promise.Guarantees;
import org.tearline.published.Quoted;
import org.tearline.published.ResultPath;
import org.tearline.published.WholeFile;
import org.tearline.report.merged.Merge;
import org.tearline.report.page.CellTable;
import org.tearline.report.page.HtmlPage;
import org.tearline.report.page.Markdown;
import org.tearline.submission.Batch;
import org.tearline.submission.Examination;
import org.tearline.submission.RecallList;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tester report}: all results as tables and a page that people look at. */
@Command(name = "report", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Make tables and a page of all results, with the vendors' promises beside them.",
    description = {"", "Only valid files count: every rule of tester validate is applied, except that a file need not"
        + " lie in its computed place. Files named in recalled.txt beside the results folder do not count. The same"
        + " files give the same bytes. Makes no network call.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every file counted", "1:some file is not valid; the report is of the others", "2:wrong usage",
        "4:internal error"})
final class ReportCommand implements Callable<Integer> {
    private static final String RECALLED = RecallList.NAME;
    private static final int ALL_COUNTED = 0;
    private static final int SOME_LEFT_OUT = 1;

    @Spec
    private CommandSpec spec;

    @Option(names = "--results", paramLabel = "DIR", defaultValue = ResultPath.ROOT,
        description = "Every .json file below it is read. Default: ${DEFAULT-VALUE}")
    private Path results;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "reports",
        description = "Where README.md, index.html, cells.csv or cells.json go. Default: ${DEFAULT-VALUE}")
    private Path out;

    @Option(names = "--format", paramLabel = "LIST", split = ",", defaultValue = "md,html",
        converter = Format.Converter.class,
        description = "md, html, csv, json. Default: ${DEFAULT-VALUE}")
    private List<Format> formats;

    private final PrintStream stderr;
    private final Merge merge = new Merge();
    private RecallList recalls;
    private int leftOut;
    private int recalled;

    ReportCommand(PrintStream stderr) {
        this.stderr = stderr;
    }

    /** What can be written. */
    enum Format {
        MD, HTML, CSV, JSON;

        /** Takes the words in lower case. */
        static final class Converter implements ITypeConverter<Format> {
            @Override
            public Format convert(String text) {
                return Arrays.stream(values()).filter(format -> format.toString().equals(text)).findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of md, html, csv, json"));
            }
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(results)) {
            throw new ParameterException(spec.commandLine(), "--results " + results + ": there is no such folder");
        }
        if (!Files.isDirectory(out)) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": there is no such folder");
        }
        try {
            recalls = RecallList.read(results.toAbsolutePath().normalize().resolveSibling(RECALLED));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        new Batch(new Validator(Clock.systemUTC())).files(files(), this::count);
        Guarantees guarantees = Guarantees.load();
        for (Format format : formats) {
            Path target = switch (format) {
                case MD -> write("README.md", Markdown.into(readme(), Markdown.text(merge, guarantees)));
                case HTML -> write("index.html", HtmlPage.text(merge, guarantees));
                case CSV -> write("cells.csv", CellTable.csv(merge, guarantees));
                case JSON -> write("cells.json", CellTable.json(merge, guarantees));
            };
            stderr.println("tester: " + target + " written");
        }
        recalls.paths().stream().filter(path -> !Files.exists(results.resolve(path)))
            .forEach(path -> stderr.println("tester: " + RECALLED + " names " + path + ", which is not there"));
        stderr.println("tester: " + merge.files() + " results counted, " + leftOut + " left out, " + recalled
            + " recalled");
        return leftOut == 0 ? ALL_COUNTED : SOME_LEFT_OUT;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(results)) {
            return all.filter(file -> file.getFileName().toString().endsWith(".json") && Files.isRegularFile(file))
                .sorted().toList();
        }
    }

    private void count(Examination examination) {
        // No path again: what a locale without the letters of a name made of it names no file.
        String path = below(examination.name()).replace('\\', '/');
        String name = Quoted.name(examination.name());
        String recall = recalls.reason(path, examination.file());
        if (recall != null) {
            recalled++;
            stderr.println("tester: recalled: " + name + ": " + recall);
        } else if (examination.valid()) {
            merge.add(path, examination.file());
        } else {
            leftOut++;
            stderr.println("tester: left out: " + name + ": " + examination.findings().get(0).line());
        }
    }

    private String below(String name) {
        String folder = results.toString();
        return folder.isEmpty() || !name.startsWith(folder) ? name : name.substring(folder.length())
            .replaceFirst("^[/\\\\]", "");
    }

    private String readme() throws IOException {
        Path readme = out.resolve("README.md");
        return Files.exists(readme) ? Files.readString(readme) : "";
    }

    private Path write(String name, String text) throws IOException {
        Path target = out.resolve(name);
        WholeFile.write(text, target);
        return target;
    }
}
