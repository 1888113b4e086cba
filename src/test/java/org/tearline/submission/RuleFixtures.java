// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.tearline.submission.Parts.control;
import static org.tearline.submission.Parts.cpu;
import static org.tearline.submission.Parts.environment;
import static org.tearline.submission.Parts.jvm;
import static org.tearline.submission.Parts.list;
import static org.tearline.submission.Parts.placement;
import static org.tearline.submission.Parts.seams;
import static org.tearline.submission.Parts.series;
import static org.tearline.submission.Parts.totals;
import static org.tearline.submission.Parts.witness;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * For every rule that one file alone can break, ways to break that rule and no other, made from a good x86 file. Not
 * thread-safe.
 */
public final class RuleFixtures {
    private final ResultFile good;
    private final Map<ValidationRule, Map<String, byte[]>> all = new EnumMap<>(ValidationRule.class);

    private RuleFixtures(ResultFile good) {
        this.good = good;
        text();
        machine();
        counts();
        cuts();
        witnesses();
        judgements();
        states();
        ImplausibleFixtures.add(this::tree);
    }

    /** The ways, by rule and by what was done. */
    public static Map<ValidationRule, Map<String, byte[]>> from(ResultFile good) {
        return new RuleFixtures(good).all;
    }

    private void text() {
        String stored = new String(Resealed.bytes(Resealed.tree(good)), StandardCharsets.UTF_8);
        raw(ValidationRule.SIZE, "white space", stored + " ".repeat(ResultFile.MAX_BYTES));
        raw(ValidationRule.JSON, "cut", stored.substring(0, stored.length() / 2));
        raw(ValidationRule.JSON, "NaN", stored.replace("\"nanos\":", "\"nanos\":NaN,\"n\":"));
        raw(ValidationRule.JSON, "two", stored + "{}");
        raw(ValidationRule.JSON, "empty", "");
        raw(ValidationRule.JSON, "UTF-16", "\ufeff" + stored);
        raw(ValidationRule.DUPLICATE_KEY, "date twice", stored.replace("  \"date\"",
            "  \"date\": \"2026-01-01\",\n  \"date\""));
        raw(ValidationRule.LIMITS, "deep", stored.replace("\"hypervisor\": ", "\"x\": " + "[".repeat(99)
            + "]".repeat(99)
            + ",\n    \"hypervisor\": "));
        raw(ValidationRule.LIMITS, "long number", stored.replaceFirst("\"model\": \\d+", "\"model\": "
            + "1".repeat(100_000)));
        raw(ValidationRule.LIMITS, "long string", stored.replace("HotSpot", "").replaceFirst("\"vm\": \"",
            "\"vm\": \"" + "x".repeat(100_000)));
        raw(ValidationRule.LAYOUT, "indented", stored.replace("\n  \"date\"", "\n    \"date\""));
        raw(ValidationRule.LAYOUT, "escaped", stored.replace("\"sweep\"", "\"\\u0073weep\""));
        raw(ValidationRule.LAYOUT, "windows", stored.replace("\n", "\r\n"));
        raw(ValidationRule.DIGEST, "one digit", stored.replaceFirst("\"stepping\": \\d+,\n {6}\"brand\": \"[^\"]*\"",
            "\"stepping\": " + good.environment().cpu().stepping() + ",\n      \"brand\": \"Another CPU\""));
        tree(ValidationRule.VERSION, "the first", file -> file.put("schemaVersion", 1));
        tree(ValidationRule.VERSION, "a later one", file -> file.put("schemaVersion", 3));
        tree(ValidationRule.SCHEMA, "another width", file -> series(file).put("widthBytes", 128));
        tree(ValidationRule.TRIAL, "two processes", file -> series(file).put("processes", 2));
        tree(ValidationRule.TRIAL, "half a seqlock", file -> series(file).put("read", "seqlock"));
        tree(ValidationRule.SCHEMA, "no schema version", file -> file.remove("schemaVersion"));
        tree(ValidationRule.SCHEMA, "unknown field", file -> file.put("hostName", "x"));
        tree(ValidationRule.SCHEMA, "missing field", file -> file.remove("licence"));
        tree(ValidationRule.SCHEMA, "negative", file -> list(file, "torn").set(0, -1));
        tree(ValidationRule.SCHEMA, "beyond 2^53", file -> list(file, "changes").set(0, 1L << 53));
        tree(ValidationRule.SCHEMA, "no such day", file -> file.put("date", "2026-02-30"));
        tree(ValidationRule.SCHEMA, "no such month", file -> file.put("date", "2026-13-01"));
        tree(ValidationRule.SCHEMA, "another licence", file -> file.put("licence", "CC-BY-4.0"));
        tree(ValidationRule.SCHEMA, "path in key", file -> cpu(file).put("key", "../../etc"));
        tree(ValidationRule.SCHEMA, "sweep without budget", file -> file.remove("profile"));
        raw(ValidationRule.SCHEMA, "beyond a long", stored.replaceFirst("\"model\": \\d+", "\"model\": 1e170"));
        tree(ValidationRule.SCHEMA, "fraction", file -> totals(file).put("writes", 1.5));
    }

    private void machine() {
        tree(ValidationRule.TEXT, "markup", file -> cpu(file).put("brand", "<script>alert(1)</script>"));
        tree(ValidationRule.TEXT, "right to left", file -> cpu(file).put("brand", "Xeon \u202egnidaelsim"));
        tree(ValidationRule.TEXT, "control", file -> cpu(file).put("brand", "Xeon \u001b[31m"));
        tree(ValidationRule.TEXT, "zero width", file -> jvm(file).put("vm", "Open\u200bJDK"));
        tree(ValidationRule.TEXT, "table", file -> jvm(file).put("vendor", "a | b"));
        tree(ValidationRule.TEXT, "blank", file -> cpu(file).put("brand", " "));
        tree(ValidationRule.TEXT, "Hangul filler", file -> cpu(file).put("brand", "Xeon\u3164"));
        tree(ValidationRule.TEXT, "look-alike", file -> cpu(file).put("brand", "Xe\u043en"));
        tree(ValidationRule.TEXT, "two blanks", file -> cpu(file).put("brand", "Xeon  E5"));
        tree(ValidationRule.TEXT, "link", file -> cpu(file).put("brand", "Some example.org"));
        tree(ValidationRule.TEXT, "mention", file -> cpu(file).put("brand", "Some @alice"));
        tree(ValidationRule.TEXT, "formula", file -> jvm(file).put("vendor", "=SUM(A1)"));
        tree(ValidationRule.LEAK, "home", file -> jvm(file).put("vm", "OpenJDK in /home/alice/jdk"));
        tree(ValidationRule.LEAK, "windows home", file -> jvm(file).put("vm", "OpenJDK C:/Users/alice"));
        tree(ValidationRule.LEAK, "mail", file -> cpu(file).put("brand", "Xeon of alice@example.org"));
        tree(ValidationRule.LEAK, "IPv4", file -> cpu(file).put("brand", "Xeon 203.0.113.7"));
        tree(ValidationRule.LEAK, "private IPv4", file -> jvm(file).put("version", "17.0.1+192.168.1.7"));
        tree(ValidationRule.LEAK, "IPv6", file -> cpu(file).put("brand", "Xeon fe80::1"));
        tree(ValidationRule.LEAK, "MAC", file -> cpu(file).put("brand", "Xeon 52:54:00:12:34:56"));
        tree(ValidationRule.LEAK, "host", file -> cpu(file).put("brand", "Xeon build01.example.com"));
        tree(ValidationRule.LEAK, "host of a network", file -> cpu(file).put("brand", "Xeon nas.local"));
        tree(ValidationRule.LEAK, "user", file -> jvm(file).put("version", "25.0.1-internal-adhoc.alice.jdk"));
        tree(ValidationRule.LEAK, "serial", file -> cpu(file).put("brand", "Xeon serial 12345"));
        tree(ValidationRule.DATE, "a year on", file -> file.put("date", "2027-11-21"));
        tree(ValidationRule.CPU_KEY, "another model", file -> cpu(file).put("model", 1));
        tree(ValidationRule.EMULATED, "undeclared", file -> environment(file).put("hypervisor",
            "tcg")
            .put("emulated", "no"));
        tree(ValidationRule.EMULATED, "not known", file -> environment(file).put("hypervisor", "bochs")
            .put("emulated", "unknown"));
        tree(ValidationRule.EMULATED, "brand of a translator", file -> {
            environment(file).put("emulated", "unknown").put("hypervisor", "unknown");
            cpu(file).put("brand", "QEMU TCG CPU version 2.5+");
        });
        tree(ValidationRule.EMULATED, "QEMU without a sign", file -> environment(file).put("hypervisor", "qemu")
            .put("emulated", "no"));
        tree(ValidationRule.MACHINE, "Intel on Arm", file -> environment(file).put("arch", "aarch64"));
        tree(ValidationRule.MACHINE, "Intel on a mainframe", file -> environment(file).put("arch", "s390x"));
        tree(ValidationRule.MACHINE, "part on x86", file -> cpu(file).remove(List.of("brand", "microarchitecture",
            "microcode"))
            .put("part", 1));
        tree(ValidationRule.MACHINE, "IBM on x86", file -> cpu(file).put("vendor", "IBM").put("key",
            "ibm-power6-2a-07"));
        tree(ValidationRule.MACHINE, "short lines", file -> environment(file).put("lineBytes", 16));
        tree(ValidationRule.MACHINE, "large pages", file -> environment(file).put("pageBytes", 65_536));
        tree(ValidationRule.MACHINE, "guest of a mainframe", file -> environment(file).put("hypervisor", "zvm"));
        tree(ValidationRule.PLACEMENT, "twice",
            file -> file.withArrayProperty("placements").add(placement(file).deepCopy()));
        tree(ValidationRule.PLACEMENT, "not pinned", file -> environment(file)
            .withObjectProperty("pinning").put("had", false));
    }

    private void counts() {
        tree(ValidationRule.OFFSETS, "one short", file -> list(file, "torn").remove(0));
        tree(ValidationRule.OFFSETS, "nothing planted", file -> series(file).remove("plantedFound"));
        tree(ValidationRule.OFFSETS, "not ascending", file -> list(file, "offsets").set(1, 0));
        tree(ValidationRule.OFFSETS, "beyond the pages", file -> list(file, "offsets").set(70, 8185));
        tree(ValidationRule.COUNTS, "changes beyond reads", file -> totals(file).put("reads", 7));
        tree(ValidationRule.COUNTS, "confirmed beyond torn", file -> totals(file).put("confirmed", 1L << 50));
        tree(ValidationRule.COUNTS, "failed beyond writes", file -> totals(file).put("failedCas", 1L << 50));
        tree(ValidationRule.COUNTS, "torn beyond changes", file -> list(file, "changes").set(60, 0));
        tree(ValidationRule.COUNTS, "first tear of a silence", file -> {
            ObjectNode first = series(file).withObjectProperty("firstTornNanos");
            ObjectNode rest = first.deepCopy();
            first.removeAll();
            first.put("0", 0).setAll(rest);
        });
        tree(ValidationRule.RATE, "first tear after the end", file -> series(file).withObjectProperty("firstTornNanos")
            .put("4095", totals(file).path("nanos").longValue()));
        tree(ValidationRule.CONTROLS, "failed too often",
            file -> control(file).withObjectProperty("aligned").put("failed", 25));
        tree(ValidationRule.ALIEN, "one", file -> totals(file).put("alien", 1));
        tree(ValidationRule.RATE, "too many stores", file -> totals(file).put("writes", ResultFile.MAX_COUNT));
        tree(ValidationRule.RATE, "no time", file -> totals(file).put("nanos", 0));
        tree(ValidationRule.SERIES, "twice", file -> file.withArrayProperty("series").add(series(file).deepCopy()));
    }

    private void cuts() {
        tree(ValidationRule.SEAM_SUM, "one more", file -> list(file, "torn").set(60,
            series(file).path("torn").path(60).longValue() - 1));
        tree(ValidationRule.SEAM_SUM, "none counted", file -> seams(file).remove("4095"));
        tree(ValidationRule.SEAM_SUM, "elsewhere", file -> seams(file).putObject("8124").put("4", 1));
        tree(ValidationRule.SEAM_ILLEGAL, "at 61", file -> {
            long torn = seams(file).path("4095").path("1").longValue();
            seams(file).putObject("4095").put("2", torn);
        });
        tree(ValidationRule.SEAM_ILLEGAL, "aligned", file -> {
            unnote(file, 0);
            list(file, "torn").set(0, 1);
            list(file, "plantedExpected").set(0, (series(file).path("changes").get(0).longValue() - 1) / 8);
            ObjectNode seams = seams(file);
            ObjectNode rest = seams.deepCopy();
            seams.removeAll();
            seams.putObject("0").put("4", 1);
            seams.setAll(rest);
            ObjectNode evidence = witness(file).deepCopy();
            evidence.put("offset", 0).put("seam", 4).put("before", "0x0202020202020202")
                .put("after", "0x0303030303030303").put("seen", "0x0202020203030303");
            list(file, "witnesses").insert(0, evidence);
        });
    }

    private void witnesses() {
        tree(ValidationRule.INSTRUCTION, "a lock that is none", file -> {
            ArrayNode evidence = file.withArrayProperty("evidence");
            IntStream.range(0, evidence.size()).mapToObj(evidence::get).filter(found ->
                "cas".equals(found.path("write").stringValue(""))).forEach(found ->
                ((ObjectNode) found).put("instruction", "mov"));
        });
        tree(ValidationRule.WITNESS, "whole", file -> witness(file).put("seen",
            witness(file).path("before").stringValue()));
        tree(ValidationRule.WITNESS, "foreign byte", file -> witness(file).put("seen", "0x0101010101010101"));
        tree(ValidationRule.WITNESS, "same twice", file -> witness(file).put("after",
            witness(file).path("before").stringValue())
            .put("seen", witness(file).path("before").stringValue()));
        tree(ValidationRule.WITNESS, "not a generation", file -> witness(file).put("before", "0x0102030405060708"));
        tree(ValidationRule.WITNESS, "not counted", file -> list(file, "witnesses")
            .insert(0, witness(file).deepCopy().put("offset", 0)));
        tree(ValidationRule.WITNESS, "twice", file -> list(file, "witnesses").insert(0, witness(file).deepCopy()));
        tree(ValidationRule.WITNESS, "of an int", file -> witness(file).put("seen", "0x01010202"));
        tree(ValidationRule.WITNESS, "another seam", file -> witness(file).put("seam", 3));
        tree(ValidationRule.WITNESS_MISSING, "none", file -> series(file).remove("witnesses"));
    }

    private void judgements() {
        tree(ValidationRule.PLANTED, "too many", file -> list(file, "plantedFound").set(0, 1L << 25));
        tree(ValidationRule.PLANTED, "too few expected", file -> list(file, "plantedExpected").set(0, 9));
        tree(ValidationRule.SILENCE, "too strong", file -> unnote(file, 12));
        tree(ValidationRule.PROFILE, "long, but short", file -> file.withObjectProperty("profile").put("name", "long"));
        tree(ValidationRule.PROFILE, "custom, but short", file -> file.withObjectProperty("profile").put("name",
            "custom")
            .put("changes", 1));
        tree(ValidationRule.CPU_NAMES, "another design", file -> cpu(file).put("microarchitecture", "Lakefield"));
        tree(ValidationRule.CPU_NAMES, "another vendor", file -> cpu(file).put("brand", "Snapdragon X Elite"));
    }

    private void states() {
        tree(ValidationRule.CONTROLS, "inventing", file -> control(file).withObjectProperty("aligned").put("torn", 1));
        tree(ValidationRule.CONTROLS, "none", file -> placement(file).remove("controls"));
        tree(ValidationRule.CONTROLS, "another tier", file -> control(file).put("tier", "c1"));
        tree(ValidationRule.STATE, "reason of another state", file -> note(file, "fault", "stopped", 0));
        tree(ValidationRule.STATE, "torn", file -> note(file, "inconclusive", "stopped", 60));
        tree(ValidationRule.STATE, "no such offset", file -> note(file, "inconclusive", "stopped", 100));
        tree(ValidationRule.STATE, "refused with changes", file -> note(file, "refused", "api-refuses", 0));
        tree(ValidationRule.STATE, "twice", file -> note(file, "inconclusive", "stopped", 1, 1));
    }

    static void note(ObjectNode file, String state, String reason, int... offsets) {
        unnote(file, offsets);
        ObjectNode note = list(file, "notes").addObject();
        ArrayNode list = note.putArray("offsets");
        for (int offset : offsets) {
            list.add(offset);
        }
        note.put("state", state).put("reason", reason);
    }

    /** Takes offsets out of the notes that they have: only the rule in question is to be broken. */
    private static void unnote(ObjectNode file, int... offsets) {
        ArrayNode notes = list(file, "notes");
        for (JsonNode known : notes) {
            ((ObjectNode) known).withArrayProperty("offsets")
                .removeIf(offset -> IntStream.of(offsets).anyMatch(moved -> moved == offset.intValue()));
        }
        notes.removeIf(known -> known.path("offsets").isEmpty());
    }

    private void raw(ValidationRule rule, String what, String text) {
        all.computeIfAbsent(rule, any -> new LinkedHashMap<>()).put(what, text.getBytes(StandardCharsets.UTF_8));
    }

    private void tree(ValidationRule rule, String what, Consumer<ObjectNode> change) {
        all.computeIfAbsent(rule, any -> new LinkedHashMap<>()).put(what, Resealed.after(good, change));
    }
}
