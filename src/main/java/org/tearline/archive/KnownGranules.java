// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.KnownCpu.Bounds;
import org.tearline.file.ResultFile;
import org.tearline.machine.Bundled;
import org.tearline.machine.CpuModel;
import org.tearline.trial.Architecture;
import tools.jackson.databind.json.JsonMapper;

/**
 * The agreed numbers of all CPU designs: {@code reports/granules.json}, whose schema is
 * {@code schema/granules.schema.json}. The jar contains the file as of its build. Thread-safe.
 */
public record KnownGranules(int schemaVersion, String licence, List<KnownCpu> cpus) {
    private static final class Holder {
        private static final KnownGranules ONE = JsonMapper.shared().readValue(Bundled.text("/granules.json"),
            KnownGranules.class);
    }

    /** Returns the numbers of all confirmed designs that are not emulated. */
    public static KnownGranules of(Archive archive) {
        return new KnownGranules(1, ResultFile.LICENCE, archive.designs().stream()
            .filter(design -> design.confirmed() && !design.emulated())
            .map(KnownCpu::of)
            .toList());
    }

    /** Returns the numbers that the jar contains. */
    public static KnownGranules load() {
        return Holder.ONE;
    }

    /** Finds the design of a CPU. Compares names as well, as a masked signature yields the key of another design. */
    public Optional<KnownCpu> of(Architecture architecture, CpuModel model) {
        String name = Objects.requireNonNullElse(model.withDesign().microarchitecture(), model.key());
        return cpus.stream()
            .filter(cpu -> cpu.arch().equals(architecture.toString()) && Objects.equals(cpu.vendor(), model.vendor())
                && Objects.equals(cpu.family(), model.family()) && cpu.keys().contains(model.key())
                && cpu.name().equals(CpuDesign.bare(name)))
            .findFirst();
    }

    public String json() {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    /** Returns a table with one row per design. Unknown fields are empty. */
    public String csv() {
        StringBuilder text = new StringBuilder("id,name,arch,vendor,family,lineBytes,storeAtLeast,storeAtMost,"
            + "loadAtLeast,loadAtMost,locked,promised,confirmed,files,submitters,newest\r\n");
        for (KnownCpu cpu : cpus) {
            Bounds store = Objects.requireNonNullElse(cpu.store(), Bounds.NONE);
            Bounds load = Objects.requireNonNullElse(cpu.load(), Bounds.NONE);
            text.append(Stream.of(cpu.id(), cpu.name().replace(',', ' '), cpu.arch(), cpu.vendor(), cpu.family(),
                    cpu.lineBytes(), store.atLeast(), store.atMost(), load.atLeast(), load.atMost(), cpu.locked(),
                    cpu.promised().bytes(), cpu.confirmed(), cpu.files(), cpu.submitters(), cpu.newest())
                .map(field -> Objects.toString(field, ""))
                .collect(Collectors.joining(",", "", "\r\n")));
        }
        return text.toString();
    }
}
