// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Observation;
import org.tearline.promise.PairClass;
import org.tearline.promise.Promise;

/**
 * Holds what the page's script needs to answer for a CPU that nobody measured: the names, and what is promised and
 * reported. A CPU adds its name and a few numbers, since what is promised is written once for all CPUs of a family. Not
 * thread-safe.
 */
final class SearchData {
    /** As somebody would choose them: what the tester tries by default and Agrona does first, then the plain ones. */
    private static final List<WriteMode> WRITES = List.of(WriteMode.ORDERED, WriteMode.VOLATILE, WriteMode.PLAIN,
        WriteMode.OPAQUE, WriteMode.CAS, WriteMode.GETANDSET, WriteMode.GETANDADD);
    private static final List<ReadMode> READS = List.of(ReadMode.VOLATILE, ReadMode.PLAIN, ReadMode.ACQUIRE,
        ReadMode.OPAQUE, ReadMode.CAS, ReadMode.EXCHANGE, ReadMode.GETANDADD);

    private final Guarantees guarantees;
    private final PageTables tables;

    SearchData(Guarantees guarantees, PageTables tables) {
        this.guarantees = guarantees;
        this.tables = tables;
    }

    void putInto(Map<String, Object> all) {
        List<Geometry> geometries = KnownCpus.geometries();
        all.put("known", KnownCpus.list().stream().map(cpu -> known(cpu, geometries)).toList());
        all.put("models", ModelNumbers.all().stream().map(SearchData::model).toList());
        all.put("types", CloudTypes.all().stream().map(SearchData::type).toList());
        all.put("places", geometries.stream().map(this::places).toList());
        all.put("scopes", PromiseScope.all(guarantees).stream().map(scope -> scope.data(tables)).toList());
        all.put("lockedClasses", Stream.of(AccessClass.values()).filter(AccessClass::readsAndWrites)
            .map(AccessClass::ordinal).toList());
        all.put("chosenWrites", WRITES.stream().map(WriteMode::toString).toList());
        all.put("chosenReads", READS.stream().map(ReadMode::toString).toList());
        all.put("usualPair", WRITES.get(0) + "/" + READS.get(0));
        all.put("kinds", Stream.of(PairClass.values()).map(PairClass::title).toList());
        all.put("widths", Stream.of(Width.values()).collect(Collectors.toMap(width -> width.bytes(), Width::described,
            (a, b) -> a, LinkedHashMap::new)));
        all.put("promiseLooks", Stream.of(Promise.values()).collect(Collectors.toMap(Promise::toString,
            promise -> PageData.object("sign", sign(promise), "words", words(promise)), (a, b) -> a,
            LinkedHashMap::new)));
        all.put("reported", guarantees.observations().stream().filter(seen -> !seen.cells().isEmpty())
            .map(SearchData::reported).toList());
    }

    private Map<String, Object> known(KnownCpus.KnownCpu cpu, List<Geometry> geometries) {
        Map<String, Object> object = PageData.object("id", cpu.id(), "name", cpu.name());
        object.put("maker", cpu.maker());
        object.put("names", cpu.names());
        if (!cpu.guesses().isEmpty()) {
            object.put("guesses", cpu.guesses());
        }
        if (cpu.assumed()) {
            object.put("assumed", true);
        }
        object.put("scope", PromiseScope.number(guarantees, cpu.families()));
        object.put("cpuinfo", cpu.cpuinfo());
        object.put("places", geometries.indexOf(cpu.geometry()));
        object.put("unknown", cpu.unknown());
        return object;
    }

    private static Map<String, Object> model(ModelNumbers.Series series) {
        Map<String, Object> object = PageData.object("brand", series.brand(), "words", series.words());
        object.put("numbers", series.numbers());
        object.put("known", series.design().isEmpty() ? KnownCpus.named(series.brand()) : KnownCpus.number(series
            .design()));
        object.put("cpuinfo", series.cpuinfo());
        return object;
    }

    private static Map<String, Object> type(CloudTypes.Type type) {
        Map<String, Object> object = PageData.object("provider", type.provider(), "names", type.names());
        object.put("url", type.url());
        object.put("source", type.source());
        object.put("cpus", type.cpus().stream().map(one -> List.of(one.cpu(), one.cpuinfo())).toList());
        return object;
    }

    private Map<String, Object> places(Geometry geometry) {
        Map<String, Object> object = PageData.object("lineBytes", geometry.lineBytes(), "pageBytes",
            geometry.pageBytes());
        object.put("maps", Stream.of(Width.values()).collect(Collectors.toMap(Width::bytes, width ->
            tables.maps.number(CpuData.map(width, geometry)), (a, b) -> a, LinkedHashMap::new)));
        return object;
    }

    /** Returns what others report of each kind of write and read across each boundary; empty where they say nothing. */
    private static Map<String, Object> reported(Observation seen) {
        Map<String, Object> object = PageData.object("name", seen.cpu(), "url", seen.url());
        object.put("id", seen.id());
        object.put("known", IntStream.range(0, KnownCpus.list().size()).filter(i -> KnownCpus.list().get(i)
            .isNamedIn(seen.cpu())).boxed().toList());
        object.put("seen", Arrays.stream(PairClass.values()).map(kind -> Arrays.stream(Alignment.values())
            .map(column -> seen.at(kind, column)).map(word -> word == null ? "" : word.toString())
            .toList()).toList());
        return object;
    }

    private static String sign(Promise promise) {
        return switch (promise) {
            case ATOMIC -> "\u2713";
            case NO_RULE -> "/";
            case NOT_GUARANTEED -> "~";
            case NOT_GUARANTEED_OR_TRAPS -> "\u2248";
            case FAULTS -> "\u00d7";
        };
    }

    private static String words(Promise promise) {
        return switch (promise) {
            case ATOMIC -> "promised whole";
            case NO_RULE -> "no rule found";
            case NOT_GUARANTEED -> "may tear";
            case NOT_GUARANTEED_OR_TRAPS -> "may tear or fault";
            case FAULTS -> "faults (SIGBUS)";
        };
    }
}
