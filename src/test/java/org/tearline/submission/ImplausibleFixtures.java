// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.tearline.submission.Parts.control;
import static org.tearline.submission.Parts.cpu;
import static org.tearline.submission.Parts.jvm;
import static org.tearline.submission.Parts.list;
import static org.tearline.submission.Parts.os;
import static org.tearline.submission.Parts.place;
import static org.tearline.submission.Parts.series;
import static org.tearline.submission.Parts.splitLocks;
import static org.tearline.submission.Parts.topology;
import static org.tearline.submission.Parts.totals;

import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Files whose counts agree with each other, and which no run could have written all the same. Stateless. */
final class ImplausibleFixtures {
    private ImplausibleFixtures() {
    }

    /** Takes one way to break one rule. */
    @FunctionalInterface
    interface Taker {
        void take(ValidationRule rule, String what, Consumer<ObjectNode> change);
    }

    static void add(Taker taker) {
        machine(taker);
        host(taker);
        instructions(taker);
        counts(taker);
        relations(taker);
        RegularFixtures.add(taker);
    }

    private static void machine(Taker taker) {
        for (String version : List.of("0", "1", "8.0.432", "11.0.25+9", "99", "999", "17abc", "17.", "099",
            "17.0.99+6", "25.9.9.9", "22.0.50+1")) {
            taker.take(ValidationRule.JVM, "JDK " + version, file -> jvm(file).put("version", version));
        }
        for (String vm : List.of("Dalvik", "HotSpot", "Eclipse OpenJ9 VM", "OpenJDK Client VM", "GraalVM native",
            "OpenJDK 64-Bit Zero VM")) {
            taker.take(ValidationRule.JVM, vm, file -> jvm(file).put("vm", vm));
        }
        for (String version : List.of("0.0.0", "99.9")) {
            taker.take(ValidationRule.NAMES, "tester " + version, file -> file.withObjectProperty("tester")
                .put("version", version));
        }
        taker.take(ValidationRule.DATE, "before the tester", file -> file.put("date", "2025-12-31"));
        taker.take(ValidationRule.FLAGS, "no SSE2", file -> flags(file).removeAll().put("UseSSE", "0")
            .put("UseG1GC", "true"));
        taker.take(ValidationRule.FLAGS, "two collectors", file -> flags(file).removeAll().put("UseSerialGC", "true")
            .put("UseG1GC", "true"));
        taker.take(ValidationRule.FLAGS, "no collector", file -> flags(file).put("UseG1GC", "false"));
        taker.take(ValidationRule.FLAGS, "a collector by number", file -> flags(file).put("UseG1GC", "1"));
        taker.take(ValidationRule.FLAGS, "C2 below its level",
            file -> flags(file).removeAll().put("TieredCompilation", "true")
            .put("TieredStopAtLevel", "1").put("UseG1GC", "true"));
        taker.take(ValidationRule.FLAGS, "no such level",
            file -> flags(file).removeAll().put("UseAVX", "9").put("UseG1GC", "true"));
        taker.take(ValidationRule.FLAGS, "of Arm",
            file -> flags(file).removeAll().put("UseLSE", "true").put("UseG1GC", "true"));
        taker.take(ValidationRule.FLAGS, "AVX-512 before it came", file -> {
            cpu(file).put("vendor", "GenuineIntel").put("family", 6).put("model", 0x3c).put("stepping", 3)
                .put("key", "genuineintel-06-3c-03").remove(List.of("brand", "microarchitecture"));
            flags(file).removeAll().put("UseAVX", "3").put("UseG1GC", "true");
        });
        taker.take(ValidationRule.FEATURES, "of Arm", file -> cpu(file).putArray("features").add("uscat"));
        taker.take(ValidationRule.FEATURES, "of RISC-V", file -> cpu(file).putArray("features").add("zama16b"));
    }

    private static void host(Taker taker) {
        taker.take(ValidationRule.OS, "Linux 0.0", file -> os(file).put("kernel", "0.0"));
        taker.take(ValidationRule.OS, "Linux 99.1", file -> os(file).put("kernel", "99.1"));
        taker.take(ValidationRule.OS, "Linux 2.4", file -> os(file).put("kernel", "2.4"));
        taker.take(ValidationRule.IMITATED, "Wine", file -> os(file)
            .put("family", "windows").put("kernel", "10.0").put("imitatedBy", "wine"));
        taker.take(ValidationRule.OS, "Windows 6.18", file -> os(file).put("family", "windows").put("kernel", "6.18"));
        taker.take(ValidationRule.SPLIT_LOCKS, "aligned in no time", file -> splitLocks(file).put("alignedNanos", 0));
        taker.take(ValidationRule.SPLIT_LOCKS, "the first below an aligned one", file -> timed(file, 1, 115_542));
        taker.take(ValidationRule.SPLIT_LOCKS, "slowed to 115 us", file -> timed(file, 5_000, 115_542)
            .put("throttled", true));
        taker.take(ValidationRule.SPLIT_LOCKS, "cheaper than aligned", file -> splitLocks(file).put("nanos", 3));
        taker.take(ValidationRule.SPLIT_LOCKS, "the worst below the best",
            file -> splitLocks(file).removeAll().put("policy", "off")
            .put("nanos", 900).put("alignedNanos", 15).put("firstNanos", 5_000).put("worstNanos", 4_000)
            .put("throttled", false));
        taker.take(ValidationRule.PLACEMENT, "one core", file -> {
            topology(file).put("cores", 1).put("sockets", 1);
            place(file, "same-l3");
        });
        taker.take(ValidationRule.PLACEMENT, "a core a socket", file -> {
            topology(file).put("cores", 2).put("sockets", 2).put("threads", 2).put("usable", 2);
            place(file, "same-l3");
        });
        taker.take(ValidationRule.PLACEMENT, "seven CPUs of two cores", file -> topology(file)
            .put("cores", 2).put("threads", 7).put("usable", 7));
        taker.take(ValidationRule.CONTROLS, "a control that never ends", file -> control(file)
            .withObjectProperty("aligned").put("changes", 1_000_000_000_000L));
        taker.take(ValidationRule.PLACEMENT, "one socket", file -> {
            topology(file).put("sockets", 1);
            place(file, "other-socket");
        });
        taker.take(ValidationRule.PLACEMENT, "pinned on macOS", file -> os(file).put("family", "macos"));
    }

    private static void instructions(Taker taker) {
        for (String none : List.of("hlt", "nop", "ldar", "cmpxchg", "call compareAndExchangeLong",
            "mov and vmovsd", "visit example", "xchg")) {
            taker.take(ValidationRule.INSTRUCTION, "cas by " + none, file -> evidence(file, "write", "cas", none));
        }
        for (String none : List.of("hlt", "nop", "ldar", "lock cmpxchg", "call getLong", "mov and mov",
            "mov + lock add (rsp)")) {
            taker.take(ValidationRule.INSTRUCTION, "volatile by " + none,
                file -> evidence(file, "read", "volatile", none));
        }
    }

    private static void counts(Taker taker) {
        taker.take(ValidationRule.INSTRUCTION, "an access twice", file -> file.withArrayProperty("evidence")
            .add(file.at("/evidence/0").deepCopy()));
        taker.take(ValidationRule.INSTRUCTION, "of two memories, not of the third",
            file -> file.withArrayProperty("evidence").addObject().put("memory", "heap").put("tier", "c2")
                .put("read", "volatile").put("instruction", "mov"));
        taker.take(ValidationRule.COUNTS, "one first tear untold", file -> {
            ObjectNode first = series(file).withObjectProperty("firstTornNanos");
            first.remove(first.propertyNames().iterator().next());
        });
        taker.take(ValidationRule.RATE, "two thousand stores a nanosecond", file -> totals(file).put("writes",
            2_000 * totals(file).path("nanos").longValue()));
        taker.take(ValidationRule.COUNTS, "a stressor for a week", file ->
            ((ObjectNode) series(file).path("calibration").path(0)).put("changes", 1_000_000_000_000L));
        taker.take(ValidationRule.FAULTS, "inside a line", file -> RuleFixtures.note(file, "fault", "sigbus", 12));
        taker.take(ValidationRule.STATE, "one CPU where two ran",
            file -> RuleFixtures.note(file, "inconclusive", "one-cpu", 12));
        taker.take(ValidationRule.STATE, "raw memory refused",
            file -> RuleFixtures.note(file, "refused", "api-refuses", 12));
        taker.take(ValidationRule.STATE, "a split lock inside a line",
            file -> RuleFixtures.note(file, "refused", "split-locks-fatal", 12));
        taker.take(ValidationRule.COUNTS, "every CAS failed", file -> {
            ObjectNode cas = of(file, "cas", "volatile").withObjectProperty("totals");
            cas.put("failedCas", cas.path("writes").longValue());
        });
        taker.take(ValidationRule.COUNTS, "confirmed by a load", file -> totals(file).put("confirmed", 1));
        taker.take(ValidationRule.COUNTS, "torn after no time", file -> {
            ObjectNode first = series(file).withObjectProperty("firstTornNanos");
            first.put(first.propertyNames().iterator().next(), 0);
        });
        taker.take(ValidationRule.RATE, "locks faster than a core", file -> {
            ObjectNode cas = of(file, "cas", "volatile").withObjectProperty("totals");
            cas.put("writes", 400 * cas.path("nanos").longValue());
        });
        taker.take(ValidationRule.RATE, "locks across a line faster than the machine",
            file -> splitLocks(file).removeAll().put("policy", "off").put("nanos", 5_000_000)
                .put("alignedNanos", 15).put("firstNanos", 5_000_000).put("worstNanos", 6_000_000)
                .put("throttled", false));
        taker.take(ValidationRule.NAMES, "a stressor", file -> ((ObjectNode) series(file).path("calibration").path(0))
            .put("stressor", "quantum"));
        taker.take(ValidationRule.FAULTS, "aligned", file -> RuleFixtures.note(file, "fault", "sigbus", 8));
    }

    /** What follows from the counts of the cells. */
    private static void relations(Taker taker) {
        taker.take(ValidationRule.COUNTS, "a stressor that tore less than its cells", file -> {
            ObjectNode use = (ObjectNode) series(file).path("calibration").path(0);
            use.put("torn", use.path("torn").longValue() / 2);
        });
        taker.take(ValidationRule.COUNTS, "a stressor that tore, of two", file -> {
            ArrayNode uses = list(file, "calibration");
            uses.remove(0);
            uses.remove(0);
        });
        taker.take(ValidationRule.COUNTS, "no stressors", file -> series(file).remove("calibration"));
        taker.take(ValidationRule.COUNTS, "changes without end", file -> {
            long whole = 4_000_000;
            list(file, "changes").set(12, whole);
            list(file, "plantedExpected").set(12, whole / 8);
            list(file, "plantedFound").set(12, whole / 9);
        });
        taker.take(ValidationRule.COUNTS, "a cas reader that confirms nothing", file ->
            of(file, "plain", "cas").withObjectProperty("totals").put("confirmed", 0));
        taker.take(ValidationRule.WITNESS, "a cas reader's, of two bytes", file -> ((ObjectNode) of(file, "plain",
            "cas").path("witnesses").path(0)).put("before", "0x0202020202020202").put("after", "0x0303030303030303")
            .put("seen", "0x0303030303030302"));
    }

    private static ObjectNode flags(ObjectNode file) {
        return jvm(file).withObjectProperty("flags");
    }

    private static ObjectNode timed(ObjectNode file, long first, long worst) {
        return splitLocks(file).removeAll().put("policy", "off").put("nanos", 900).put("alignedNanos", 15)
            .put("firstNanos", first).put("worstNanos", worst).put("throttled", false);
    }

    /** The first series of a write and a read. */
    private static ObjectNode of(ObjectNode file, String write, String read) {
        return (ObjectNode) file.withArrayProperty("series").valueStream().filter(one ->
            write.equals(one.path("write").stringValue()) && read.equals(one.path("read").stringValue())).findFirst()
            .orElseThrow();
    }

    private static void evidence(ObjectNode file, String side, String mode, String instruction) {
        file.withArrayProperty("evidence").valueStream().filter(found -> mode.equals(found.path(side).stringValue("")))
            .forEach(found -> ((ObjectNode) found).put("instruction", instruction));
    }
}
