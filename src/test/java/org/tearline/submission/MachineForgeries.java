// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.tearline.submission.Parts.cpu;
import static org.tearline.submission.Parts.environment;
import static org.tearline.submission.Parts.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import org.tearline.published.Environment;
import tools.jackson.databind.node.ObjectNode;

/** What holds of the machine, its placements and the file itself in every honest file. Stateless. */
final class MachineForgeries {
    private static final List<String> NAMES = List.of("\u3164", " ", "Xe\u043en", "Ze\u3164n", "\u0416eon E5",
        "AMD  EPYC", "example.org", "www.intel", "Xeon @alice", "Xeon #12", "EPYC\u200b", "\uff21MD");

    private MachineForgeries() {
    }

    static List<Forgery> all() {
        List<Forgery> all = new ArrayList<>();
        all.add(real("a design is that of the numbers", ValidationRule.CPU_NAMES, (file, random) ->
            cpu(file).put("microarchitecture", "Zen 40") != null));
        all.add(real("an Intel is no Zen", ValidationRule.CPU_NAMES, (file, random) ->
            cpu(file).path("vendor").stringValue().equals("GenuineIntel")
                && cpu(file).put("microarchitecture", random.nextBoolean() ? "Zen 4" : "Zen 3") != null));
        all.add(real("a brand is that of the vendor", ValidationRule.CPU_NAMES, (file, random) ->
            cpu(file).put("brand", cpu(file).path("vendor").stringValue().equals("AuthenticAMD")
                ? "Intel(R) Xeon(R) Gold 6254" : "AMD EPYC") != null));
        all.add(new Forgery("a key is that of the numbers", ValidationRule.CPU_KEY, (file, random) -> {
            String last = cpu(file).has("stepping") ? "stepping" : "revision";
            cpu(file).put(last, cpu(file).path(last).intValue() + 1);
            return true;
        }));
        all.add(new Forgery("names are of letters that look like themselves", ValidationRule.TEXT, (file, random) ->
            cpu(file).put("brand", NAMES.get(random.nextInt(NAMES.size()))) != null));
        all.add(real("x86-64 has lines of 64 bytes", ValidationRule.MACHINE, (file, random) ->
            environment(file).path("arch").stringValue().equals(Environment.X86_64)
                && environment(file).put("lineBytes", random.nextBoolean() ? 16 : 256) != null));
        all.add(real("an instruction set has its vendors", ValidationRule.MACHINE, (file, random) -> {
            boolean x86 = environment(file).path("arch").stringValue().equals(Environment.X86_64);
            return environment(file).put("arch", x86 ? "aarch64" : Environment.X86_64) != null;
        }));
        all.add(real("a translator emulates", ValidationRule.EMULATED, (file, random) ->
            environment(file).put("hypervisor", "tcg").put("emulated", "no") != null));
        all.add(new Forgery("two CPUs are needed to pin two threads", ValidationRule.PLACEMENT, (file, random) -> {
            topology(file).put("usable", 1);
            return file.path("series").valueStream().anyMatch(series -> Forgery.changes((ObjectNode) series) > 0
                && !series.path("placement").stringValue().equals("unpinned"));
        }));
        all.add(new Forgery("no more usable CPUs than there are", ValidationRule.PLACEMENT, (file, random) ->
            topology(file).put("usable", 65_000) != null));
        all.add(new Forgery("threads are held if those of every placement are", ValidationRule.PLACEMENT, (file,
            random) -> {
            ObjectNode pinning = environment(file).withObjectProperty("pinning");
            return pinning.put("had", !pinning.path("had").booleanValue()) != null;
        }));
        all.add(new Forgery("each placement once", ValidationRule.PLACEMENT, (file, random) ->
            file.withArrayProperty("placements").add(file.path("placements").get(0).deepCopy()) != null));
        all.add(new Forgery("no day is in the future", ValidationRule.DATE, (file, random) ->
            file.put("date", "2027-01-01") != null));
        all.add(new Forgery("one version", ValidationRule.VERSION, (file, random) ->
            file.put("schemaVersion", 1 + 2 * random.nextInt(9)) != null));
        all.add(new Forgery("no field that nobody knows", ValidationRule.SCHEMA, (file, random) ->
            Forgery.pick(file, random).put("extra", 1) != null));
        return all;
    }

    /** Of an emulated machine little is asked. */
    private static Forgery real(String relation, ValidationRule rule, BiPredicate<ObjectNode, Random> change) {
        return new Forgery(relation, rule, (file, random) ->
            !environment(file).path("emulated").stringValue().equals("yes") && change.test(file, random));
    }
}
