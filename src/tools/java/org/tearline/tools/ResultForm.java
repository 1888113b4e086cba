// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.archive.FileBatch;
import org.tearline.archive.Submitter;
import org.tearline.file.Examination;
import org.tearline.file.ResultFile;
import org.tearline.file.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers the issue form for results. Makes no network calls. Not thread-safe. */
@Command(name = "result-form",
    header = "Answers an issue that was opened with the form for results.",
    description = {"", "With EVENT alone, prints the address of the attached result file. With FILE, which was"
        + " downloaded from there, validates it like a file of a pull request and prints the answer in Markdown.", ""},
    exitCodeList = {"0:printed the address, or the file is valid", "1:no address, or the file is not valid",
        "2:wrong usage"})
public final class ResultForm implements Callable<Integer> {
    private static final int INVALID = 1;
    /** A file that was dropped into the form. Any other address could lead anywhere. */
    private static final Pattern ATTACHED = Pattern.compile(
        "https://github\\.com/user-attachments/files/[0-9]{1,12}/[A-Za-z0-9._-]{1,100}\\.json(?=[)\\s]|$)");
    /** The form prints each answer below its label. */
    private static final Pattern DIGEST = Pattern.compile("### Digest\\s+([0-9a-f]{64})\\b");
    private static final Pattern ANONYMOUS = Pattern.compile("- \\[[xX]] Count it as anonymous");

    @Parameters(index = "0", paramLabel = "EVENT", description = "The event of the issue, as JSON.")
    private Path event;

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "The attached file.")
    private Path file;

    @Option(names = "--base", paramLabel = "DIR", description = "A checkout of the project, whose published files are"
        + " the originals. Default: the project of this script")
    private Path base = Tools.ROOT;

    @Override
    public Integer call() throws IOException {
        JsonNode read = JsonMapper.shared().readTree(Files.readAllBytes(event));
        JsonNode issue = read.path("issue");
        String body = issue.path("body").asString("");
        if (file == null) {
            return printAddress(body);
        }
        long opener = issue.path("user").path("id").asLong();
        if (opener != read.path("sender").path("id").asLong()) {
            return refuse("Another account has changed this issue, so it is not known whose file this is.");
        }
        if (!Files.isRegularFile(file)) {
            return refuse("There is no single attached result file. Edit the issue, and drop the .json file that the"
                + " tester wrote into the field \"The result file\".");
        }
        Examination examination = new FileBatch(new Validator(), others -> { }).sent(file, base);
        return answer(examination, body, issue.path("user").path("login").asString(""));
    }

    private static int printAddress(String body) {
        List<String> addresses = ATTACHED.matcher(body).results().map(MatchResult::group).distinct().toList();
        if (addresses.size() != 1) {
            return INVALID;
        }
        System.out.println(addresses.get(0));
        return 0;
    }

    private static int refuse(String sentence) {
        System.out.println(sentence);
        return INVALID;
    }

    private static int answer(Examination examination, String body, String login) {
        if (!examination.valid()) {
            System.out.println("The attached file cannot be published:\n");
            // Indented lines are literal text in Markdown.
            examination.findings().forEach(finding -> System.out.println("    " + finding.line()));
            System.out.println("\nEdit the issue to attach another file; it will be checked again.");
            return INVALID;
        }
        if (examination.recalled()) {
            System.out.println("The attached file was published before and is wrong:\n");
            examination.notes().forEach(note -> System.out.println("    " + note));
            return INVALID;
        }
        ResultFile result = examination.file();
        Matcher digest = DIGEST.matcher(body);
        if (digest.find() && !digest.group(1).equals(result.digest())) {
            return refuse("The form names another digest than that of the attached file:\n\n    " + result.digest());
        }
        boolean counts = Submitter.isName(login) && !ANONYMOUS.matcher(body).find();
        String vote = "It counts as anonymous.";
        String sender = "--anonymous";
        if (counts) {
            vote = "It counts as the vote of the account that opened this issue.";
            sender = "--account " + login;
        }
        System.out.println("The attached file is valid. " + vote + "\n\nA maintainer downloads it into a clone and runs"
            + "\n\n    java -jar target/tester.jar accept FILE " + sender + "\n\nwhich publishes it as\n\n    "
            + result.path());
        examination.notes().forEach(note -> System.out.println("\nNote:\n\n    " + note));
        return 0;
    }
}
