// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tearline.merge.MergedCell.Share;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Emulated;
import org.tearline.promise.CpuTraits;
import org.tearline.published.Kind;
import org.tearline.published.SeriesTier;
import org.tearline.published.Strength;
import org.tearline.published.Strength.Worth;
import org.tearline.result.Planted;
import org.tearline.result.Rate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The torn and the strongly silent cells of all published results, for whoever has the jar and no clone. It is
 * generated from the results that count; weak cells, emulators, guards and what the JVM makes of pieces are left out.
 * Immutable. Thread-safe.
 *
 * @param date  of the newest result
 * @param files how many results stand behind it
 */
public record SeenIndex(LocalDate date, int files, List<MergedCpu> cpus) {
    private static final String NAME = "/report/seen.json";

    /** The file. */
    private record Stored(LocalDate date, int files, List<Cpu> cpus) {
    }

    private record Cpu(String arch, String key, int lineBytes, int pageBytes, String brand, String microarchitecture,
                       CpuTraits traits, List<Run> runs, List<Row> rows) {
    }

    private record Run(LocalDate date, String path) {
    }

    /** Cells by what was seen: offset and changes, and of a tear also torn, files that saw it and all files. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    private record Row(Kind kind, Width width, Processes processes, WriteMode write, ReadMode read, SeriesTier tier,
                       Map<Seen, List<List<Long>>> cells) {
    }

    /** Returns the text of the file; the same results give the same bytes. */
    public static String text(Merge merge) {
        List<Cpu> cpus = new ArrayList<>();
        LocalDate newest = LocalDate.EPOCH;
        for (MergedCpu cpu : merge.cpus()) {
            List<Row> rows = cpu.model().emulated() ? List.of() : cpu.pairs().stream().map(SeenIndex::row)
                .flatMap(Optional::stream).toList();
            if (!rows.isEmpty()) {
                Geometry geometry = cpu.model().geometry();
                cpus.add(new Cpu(cpu.model().arch(), cpu.model().key(), geometry.lineBytes(), geometry.pageBytes(),
                    cpu.brand(), cpu.microarchitecture(), sorted(cpu.traits()), cpu.runs().stream().map(run ->
                    new Run(run.date(), run.path())).toList(), rows));
                newest = cpu.newest().isAfter(newest) ? cpu.newest() : newest;
            }
        }
        return JsonMapper.shared().writeValueAsString(new Stored(newest, cpus.stream().mapToInt(cpu ->
            cpu.runs().size()).sum(), cpus)).replace("{\"kind\"", "\n{\"kind\"") + "\n";
    }

    /** Reads the file in the jar. */
    public static SeenIndex load() {
        try (InputStream in = SeenIndex.class.getResourceAsStream(NAME)) {
            Stored stored = JsonMapper.shared().readValue(in, Stored.class);
            return new SeenIndex(stored.date, stored.files, stored.cpus.stream().map(SeenIndex::cpu).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what was seen on CPUs of this key. */
    public Optional<MergedCpu> of(String arch, String key) {
        return cpus.stream().filter(cpu -> cpu.model().arch().equals(arch) && cpu.model().key().equals(key))
            .findFirst();
    }

    private static CpuTraits sorted(CpuTraits traits) {
        return new CpuTraits(traits.architecture(), traits.vendor(), traits.family(), null);
    }

    private static Optional<Row> row(MergedPair pair) {
        Pair what = pair.pair();
        if (what.pieces() || what.read().guarded() || what.tier() == SeriesTier.INTERPRETER) {
            return Optional.empty();
        }
        Map<Seen, List<List<Long>>> cells = new EnumMap<>(Seen.class);
        for (MergedCell cell : pair.cells()) {
            if (cell.tore()) {
                cells.computeIfAbsent(cell.seen(), seen -> new ArrayList<>()).add(List.of((long) cell.offset(),
                    cell.changes(), cell.torn(), (long) cell.tornFiles(), (long) cell.files()));
            } else if (cell.seen() == Seen.NONE_STRONG) {
                cells.computeIfAbsent(cell.seen(), seen -> new ArrayList<>()).add(List.of((long) cell.offset(),
                    cell.changes()));
            }
        }
        return cells.isEmpty() ? Optional.empty() : Optional.of(new Row(what.kind(), what.width(), what.processes(),
            what.write(), what.read(), what.tier(), cells));
    }

    private static MergedCpu cpu(Cpu cpu) {
        Geometry geometry = new Geometry(cpu.lineBytes, cpu.pageBytes);
        return new MergedCpu(new Model(false, cpu.arch, cpu.key, geometry), cpu.brand, cpu.microarchitecture,
            cpu.traits, cpu.traits, cpu.rows.stream().map(row -> pair(row, geometry)).toList(), List.of(),
            new TreeMap<>(), 1,
            cpu.runs.stream().map(run -> new RunLine(run.date, run.path, Kind.SWEEP.toString(), "", "", "", "",
                Emulated.NO, "", 0)).toList(), new TreeMap<>(), 0);
    }

    private static MergedPair pair(Row row, Geometry geometry) {
        Pair pair = new Pair(row.kind, row.width, row.processes, row.write, row.read, row.tier, false);
        List<MergedCell> cells = new ArrayList<>();
        row.cells.forEach((seen, some) -> some.forEach(one -> cells.add(cell(pair, seen, one, geometry))));
        cells.sort((a, b) -> Integer.compare(a.offset(), b.offset()));
        return new MergedPair(pair, List.of(), cells, new TreeMap<>(), List.of());
    }

    private static MergedCell cell(Pair pair, Seen seen, List<Long> numbers, Geometry geometry) {
        int offset = numbers.get(0).intValue();
        long changes = numbers.get(1);
        boolean tore = seen != Seen.NONE_STRONG;
        long torn = tore ? numbers.get(2) : 0;
        int tornFiles = tore ? numbers.get(3).intValue() : 0;
        return new MergedCell(pair, offset, Alignment.of(offset, pair.width().bytes(), geometry), seen,
            tore ? null : new Worth(Strength.STRONG, changes), Rate.NONE.plus(torn, changes), torn, changes,
            Planted.NONE, List.of(), null, tornFiles, tore ? numbers.get(4).intValue() : 1, tore ? 0 : 1,
            tore ? 0 : changes,
            tore ? List.of(new Share("", torn, changes, tornFiles)) : List.of());
    }
}
