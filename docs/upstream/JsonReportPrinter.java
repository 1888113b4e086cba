// SPDX-License-Identifier: Apache-2.0
package org.openjdk.jcstress.infra.grading;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Prints one JSON object a line for each test in each configuration: its name, status and actors, how they were
 * compiled, the flags of the JVM, and for each state its count and grade. A reader needs no parser of HTML or console
 * output, and may stop at any line.
 */
public class JsonReportPrinter {
    private final PrintWriter out;

    public JsonReportPrinter(PrintWriter out) {
        this.out = out;
    }

    public void print(TestResult result) {
        StringBuilder line = new StringBuilder("{\"test\":").append(quoted(result.getName()))
            .append(",\"status\":").append(quoted(result.status().toString()))
            .append(",\"passed\":").append(result.grading().isPassed)
            .append(",\"compileMode\":").append(result.getConfig().getCompileMode())
            .append(",\"scheduling\":").append(quoted(String.valueOf(result.getConfig().getSchedulingClass())))
            .append(",\"actors\":").append(strings(result.getConfig().actorNames))
            .append(",\"jvmArgs\":").append(strings(result.getConfig().jvmArgs)).append(",\"environment\":{");
        Map<String, String> environment = new TreeMap<>(result.getEnv().entries());
        String comma = "";
        for (Map.Entry<String, String> entry : environment.entrySet()) {
            line.append(comma).append(quoted(entry.getKey())).append(':').append(quoted(entry.getValue()));
            comma = ",";
        }
        line.append("},\"states\":[");
        comma = "";
        for (GradingResult state : result.grading().gradingResults.values()) {
            line.append(comma).append("{\"id\":").append(quoted(state.id)).append(",\"count\":").append(state.count)
                .append(",\"expect\":").append(quoted(state.expect.name())).append('}');
            comma = ",";
        }
        out.println(line.append("]}"));
    }

    private static String strings(Iterable<String> strings) {
        StringBuilder list = new StringBuilder("[");
        for (String string : strings) {
            list.append(list.length() > 1 ? "," : "").append(quoted(string));
        }
        return list.append(']').toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** Converts a file of results: FILE OUT. */
    public static void main(String[] args) throws Exception {
        InProcessCollector results = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(args[0], results);
        reader.dump();
        reader.close();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[1])))) {
            JsonReportPrinter printer = new JsonReportPrinter(out);
            results.getTestResults().forEach(printer::print);
        }
    }
}
