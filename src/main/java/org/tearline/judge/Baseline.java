// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tearline.file.ExportedFile;
import org.tearline.file.FileSchema;
import org.tearline.file.UnreadableFile;
import org.tearline.judge.AgentReport.Site;
import org.tearline.verdict.Verdict;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Findings that are known and accepted; see baseline.schema.json. Thread-safe. */
public record Baseline(int schemaVersion, List<Entry> accepted) {
    private static final int VERSION = 1;
    /** Far more than the 1,024 sites of one report need. */
    private static final int MAX_BYTES = 4 << 20;

    /**
     * Identifies accesses in a method by kind and width rather than by line, which changes with every edit.
     *
     * @param kind   such as "volatile read"
     * @param danger "unknown" if only values with this danger are accepted; else null
     */
    public record Entry(@JsonProperty("class") String type, String method, String kind, int bytes,
                        @JsonInclude(JsonInclude.Include.NON_NULL) String danger, String reason) {
        static Entry of(Site site, Verdict danger, String reason) {
            String only = null;
            if (danger == Verdict.UNKNOWN) {
                only = danger.valueCode();
            }
            return new Entry(site.frame().type(), site.frame().method(), site.access().kind(), site.access().bytes(),
                only, reason);
        }

        /** Returns an entry for the site's code, whatever its danger and the reason. */
        public static Entry of(Site site) {
            return of(site, Verdict.TORN, "");
        }

        /** Returns an entry for the same code, whatever its danger and the reason. */
        Entry code() {
            return new Entry(type, method, kind, bytes, null, "");
        }

        boolean accepts(Verdict of) {
            return danger == null || danger.equals(of.valueCode());
        }

        /** Returns words such as "A.get, volatile read of 8 bytes". */
        public String access() {
            return type + "." + method + ", " + kind + " of " + bytes + " bytes";
        }
    }

    public static Baseline empty() {
        return new Baseline(VERSION, List.of());
    }

    /** @throws UnreadableFile if the text is not a baseline */
    public static Baseline read(byte[] text) throws UnreadableFile {
        JsonNode tree = ExportedFile.read(text, MAX_BYTES, JsonNode.class);
        if (tree.has("sites")) {
            throw new UnreadableFile("a report of the agent, not a file that --write-baseline has written");
        }
        new FileSchema("baseline").requireMatch(tree);
        return ExportedFile.read(text, MAX_BYTES, Baseline.class);
    }

    /**
     * Returns a baseline that accepts these values, with the reasons of this one where it has them. Omits values that a
     * method of the JDK accesses, unless this baseline lists it: a new entry would accept such accesses by any code.
     */
    public Baseline accepting(Collection<JudgedValue> values) {
        Acceptance before = new Acceptance(this, values);
        Set<Entry> entries = new LinkedHashSet<>();
        for (JudgedValue value : values) {
            boolean refused = value.sites().stream()
                .anyMatch(site -> site.frame().inJdk() && before.reasonToKeep(site).isEmpty());
            if (!refused) {
                value.sites().forEach(site -> entries.add(Entry.of(site, value.danger(),
                    before.reasonToKeep(site).orElse(value.danger().ofValue()))));
            }
        }
        return new Baseline(VERSION, List.copyOf(entries));
    }

    public String json() {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }
}
