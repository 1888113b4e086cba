package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.tearline.published.Quoted;
import org.tearline.published.ResultPath;
import org.tearline.submission.Batch;
import org.tearline.submission.Examination;
import org.tearline.submission.Finding;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code tester validate}: which rules result files break, and how to mend it. */
@Command(name = "validate", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Say which rules a result file breaks and how to mend it.",
    description = {"", "The same rules as for submissions. One line per fault: file, rule, place, what is wrong, how to"
        + " mend it. Makes no network call.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every file is valid", "1:some file is not", "2:wrong usage", "4:internal error"})
final class ValidateCommand implements Callable<Integer> {
    private static final int VALID = 0;
    private static final int INVALID = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Result files, wherever they lie.")
    private List<String> names = List.of();

    @Option(names = "--pr", paramLabel = "DIR", description = "A checkout: everything below its " + ResultPath.ROOT
        + " is validated, and that each file lies in its computed place.")
    private Path repository;

    @Option(names = "--json", defaultValue = "false",
        description = "Print one JSON object and nothing else on standard output.")
    private boolean json;

    private final PrintStream out;
    private final PrintStream err;
    private final List<Map<String, Object>> objects = new ArrayList<>();
    private int examined;
    private int invalid;

    ValidateCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        if (names.isEmpty() == (repository == null)) {
            throw new ParameterException(spec.commandLine(), "give result files, or --pr and a checkout");
        }
        List<Path> files = names.stream().map(this::file).toList();
        files.forEach(file -> ResultFileArgument.check(spec, file));
        if (repository != null && !Files.isDirectory(repository.resolve(ResultPath.ROOT))) {
            throw new ParameterException(spec.commandLine(), "--pr " + repository + ": there is no " + ResultPath.ROOT
                + " in it");
        }
        Batch batch = new Batch(new Validator(Clock.systemUTC()));
        if (repository == null) {
            batch.files(files, this::tell);
        } else {
            batch.tree(repository, this::tell);
        }
        finish();
        return invalid == 0 ? VALID : INVALID;
    }

    /** Where picocli converts a list, it calls what it cannot convert one argument too many. */
    private Path file(String name) {
        try {
            return Converters.path(name);
        } catch (TypeConversionException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void tell(Examination examination) {
        examined++;
        invalid += examination.valid() ? 0 : 1;
        if (json) {
            objects.add(object(examination));
            return;
        }
        String name = Quoted.name(examination.name());
        examination.findings().forEach(finding -> out.println(name + ": " + finding.line()));
        if (examination.valid() && repository == null) {
            out.println(name + ": valid");
        }
        examination.notes().forEach(note -> out.println(name + ": note: " + note));
    }

    private void finish() {
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("valid", invalid == 0);
            all.put("examined", examined);
            all.put("invalid", invalid);
            all.put("files", objects);
            out.println(JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build()
                .writeValueAsString(all));
        } else if (repository != null || examined > 1) {
            err.println(examined + " files, " + invalid + " invalid");
        }
        out.flush();
    }

    private static Map<String, Object> object(Examination examination) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("file", examination.name());
        object.put("valid", examination.valid());
        object.put("findings", examination.findings().stream().map(ValidateCommand::object).toList());
        object.put("notes", examination.notes());
        return object;
    }

    private static Map<String, Object> object(Finding finding) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("rule", finding.rule().id());
        object.put("where", finding.where());
        object.put("what", finding.what());
        object.put("mend", finding.rule().mend());
        return object;
    }
}
