// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.published.Quoted;
import org.tearline.submission.Examination;
import org.tearline.submission.Finding;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What came of validating files: a line for each finding, or one JSON object for all. One thread. */
public final class Examinations {
    private final PrintStream out;
    private final PrintStream err;
    private final boolean json;
    private final boolean wholeTree;
    private final List<Map<String, Object>> objects = new ArrayList<>();
    private int examined;
    private int invalid;

    /** Prints lines or JSON; of a whole tree, valid files are not named. */
    public Examinations(PrintStream out, PrintStream err, boolean json, boolean wholeTree) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.wholeTree = wholeTree;
    }

    /** One more file. */
    public void add(Examination examination) {
        examined++;
        invalid += examination.valid() ? 0 : 1;
        if (json) {
            objects.add(object(examination));
            return;
        }
        String name = Quoted.name(examination.name());
        examination.findings().forEach(finding -> out.println(name + ": " + finding.line()));
        if (examination.valid() && !wholeTree) {
            out.println(name + ": valid");
        }
        examination.notes().forEach(note -> out.println(name + ": note: " + note));
    }

    /** That was the last one. */
    public void finish() {
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("valid", invalid == 0);
            all.put("examined", examined);
            all.put("invalid", invalid);
            all.put("files", objects);
            out.println(JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build()
                .writeValueAsString(all));
        } else if (wholeTree || examined > 1) {
            err.println(examined + " files, " + invalid + " invalid");
        }
        out.flush();
    }

    /** Whether every file is valid. */
    public boolean allValid() {
        return invalid == 0;
    }

    private static Map<String, Object> object(Examination examination) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("file", examination.name());
        object.put("valid", examination.valid());
        object.put("findings", examination.findings().stream().map(Examinations::object).toList());
        object.put("notes", examination.notes());
        return object;
    }

    private static Map<String, Object> object(Finding finding) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("rule", finding.rule().id());
        object.put("where", finding.where());
        object.put("what", finding.what());
        object.put("mend", finding.rule().fix());
        return object;
    }
}
