// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.tearline.tools.FaultTry.ERR;
import static org.tearline.tools.FaultTry.OUT;
import static org.tearline.tools.FaultTry.expect;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Cases with files and names that the tester, a terminal or a CI system may misinterpret. Stateless. */
final class TextFaults {
    /** A C0 or C1 control character, a right-to-left override, or a command to a CI system. */
    private static final String OBEYED =
        "[\\x00-\\x09\\x0b-\\x1f\\x7f]|\\xc2[\\x80-\\x9f]|\\xe2\\x80\\xae|^::";
    private static final int DEPTH = 20_000;
    private static final List<String> BROKEN = List.of("", "{", "[1,", "{\"a\":NaN}", "{\"a\":1}{",
        "{\"a\":1e999999999}", "{\"a\":\"\\ud800\"}", "{\"a\":1,\"a\":2}", "\u00ff\u00fe{", "{\"a\":tru}", "{'a':1}",
        "[".repeat(DEPTH), "{\"a\":".repeat(DEPTH));
    /** The number of files in BROKEN that are invalid JSON. The other four are valid JSON, but not result files. */
    private static final int REFUSED_AS_JSON = BROKEN.size() - 4;

    private TextFaults() {
    }

    /** An invalid file does not affect the valid ones after it. */
    static void copies(FaultTry files) throws Exception {
        Path sample = files.setup.sample();
        Files.writeString(files.file("a.json"), Files.readString(sample).replace("\"date\": \"20", "\"date\": \"19"));
        Files.copy(sample, files.file("b.json"));
        Files.copy(sample, files.file("c.json"));
        files.tester("validate", files.file("a.json"), files.file("b.json"), files.file("c.json"));
        files.end(1);
        files.expectSaid(OUT, "/b.json: valid$");
        files.expectSaid(OUT, "/c.json: duplicate");
        files.expectUnsaid("/[ac].json: valid", OUT);
        files.tester("report --format json --results", files.file("."), "--out", files.file("made"));
        files.end(1);
        files.expectSaid(ERR, "1 result counted, 2 left out");
    }

    static void hostileBrand(FaultTry machine) throws Exception {
        Files.writeString(machine.file("cpuinfo"), FaultTry.text(Path.of("/proc/cpuinfo")).replaceAll(
            "(?m)^(model name[^:]*: )", "$1\u001b[31mBrand\u0007 ::error::x\u00c2\u009b \u00e2\u0080\u00aey"),
            StandardCharsets.ISO_8859_1);
        List<String> mounting = List.of("unshare", "-rm", "sh", "-c",
            "mount --bind \"$0\" /proc/cpuinfo && exec \"$@\"", machine.file("cpuinfo").toString());
        expectDisobeyed(machine, mounting, "probe");
        expectDisobeyed(machine, mounting, "run --offset 0 --changes 100000");
        expectDisobeyed(machine, mounting, "sweep --no-split-locks --profile quick --memory unsafe --write plain"
            + " --read plain --offsets 0 --out", machine.file("r.json"));
    }

    private static void expectDisobeyed(FaultTry machine, List<String> before, String options, Object... more)
        throws Exception {
        machine.start(before, machine.jvm(), options, more);
        machine.finish(0, 3);
        machine.expectUnsaid(OBEYED, OUT, ERR);
    }

    /** Each file is rejected in one line, without the message of a library. */
    static void brokenJson(FaultTry files) throws Exception {
        Object[] names = new Object[BROKEN.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = Files.writeString(files.file(i + ".json"), BROKEN.get(i), StandardCharsets.ISO_8859_1);
        }
        files.tester("validate", names);
        files.end(1);
        String output = FaultTry.text(files.file(OUT));
        expect(output.lines().filter(line -> line.matches(".*\\.json: json: .*")).count() >= REFUSED_AS_JSON,
            REFUSED_AS_JSON + " rejected as invalid JSON");
        expect(output.lines().filter(line -> !line.isEmpty()).count() == BROKEN.size(), "a line for each file");
        expect(FaultTry.lines(files.file(ERR)) == 1, "a summary of one line");
        files.expectUnsaid("[jJ]ackson|Stream(Read|Write)|Unexpected|Token|token|Source|\\[line", OUT);
    }
}
