// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.tearline.merge.Ranged;
import org.tearline.merge.TrafficRows;
import org.tearline.published.Costs;
import org.tearline.published.Delivered;
import org.tearline.report.text.Words;

/** Makes the tables of queues and round trips. Pure. Thread-safe. */
final class TrafficViews {
    /** Published before, of other machines, to stand beside ours; of two processes. */
    private static final Map<String, String> PUBLISHED = Map.of(
        "inlined", "88 to 173 across cores, Xeon, Java 1.7",
        "ordered", "135, every fifth run half of it",
        "mapped-spin", "89, 127, 168, 3,326, 6,501, 11,555, 25,131",
        "udp-blocking", "median 5,224", "tcp-spin", "median 6,784", "tcp-select-now", "median 9,617",
        "tcp-blocking", "median 13,103", "tcp-select", "median 15,426",
        "clock", "38, 50, 55, 56, 59, 80, 8,919");
    private static final List<String> PERCENTILES =
        List.of("least", "50 %", "90 %", "99 %", "99.9 %", "99.99 %", "largest");

    /** Behind the name, the trips and the least. */
    private static final int MEDIAN = 3;

    private TrafficViews() {
    }

    static CostsView.Table queues(Costs costs) {
        return new CostsView.Table("Queues: damage beside throughput, millions of messages a second", List.of("queue",
            "between", "slowest run", "median", "fastest", "messages", "damaged", "what", "first damage", "torn reads",
            "first torn counter", "published"), TrafficRows.queues(costs).stream().map(TrafficViews::queue).toList());
    }

    private static List<String> queue(TrafficRows.Queue row) {
        Delivered delivered = row.delivered();
        int at = row.index();
        long first = delivered.firstDamage().get(at);
        long torn = delivered.torn().get(at);
        return List.of(place(row.place()) + ": " + row.name().replace('-', ' '), between(row.processes()),
            Words.nanos(row.slowest()), Words.nanos(row.median()), Words.nanos(row.fastest()),
            Words.count(delivered.messages().get(at)), row.damaged() == 0 ? "none" : Words.count(row.damaged()),
            what(delivered, at), first == 0 ? "" : "message " + Words.count(first),
            torn == 0 ? "none" : Words.count(torn), torn == 0 ? "" : String.format(Locale.ROOT, "%x after %x",
                delivered.witnessTorn().get(at), delivered.witnessBefore().get(at)),
            row.place().equals("heap") && row.name().equals("inlined")
                || row.place().equals("aligned") && row.name().equals("ordered") && row.processes() == 2
                ? PUBLISHED.get(row.name()) : "");
    }

    private static String what(Delivered delivered, int at) {
        return String.join(", ", Stream.of(counted(delivered.lost().get(at), "lost"),
            counted(delivered.repeated().get(at), "repeated"), counted(delivered.reordered().get(at), "reordered"),
            counted(delivered.garbled().get(at), "garbled")).filter(words -> !words.isEmpty()).toList());
    }

    private static String counted(long count, String word) {
        return count == 0 ? "" : Words.count(count) + " " + word;
    }

    private static String place(String place) {
        return switch (place) {
            case "heap" -> "on the heap";
            case "aligned" -> "aligned, off the heap";
            case "line" -> "counters across a line";
            default -> "counters across a page";
        };
    }

    private static String between(int processes) {
        return processes == 1 ? "2 threads" : "2 processes";
    }

    /** Two threads, then two processes. */
    static List<CostsView.Table> trips(Ranged ranged) {
        List<CostsView.Table> tables = new ArrayList<>();
        for (int processes : List.of(1, 2)) {
            List<String> heads = new ArrayList<>(List.of("way", "trips"));
            heads.addAll(PERCENTILES);
            heads.addAll(List.of("stalls", "stalled, ms", "published"));
            tables.add(new CostsView.Table("Round trips between " + between(processes) + ", ns", heads,
                TrafficRows.trips(ranged, processes).stream().map(TrafficViews::trip).toList()));
        }
        tables.add(new CostsView.Table("Round trips by message size: from 49 to 55 bytes the answer's counter lies"
            + " across a line", List.of("way", "between", "bytes", "trips", "torn trips", "50 %, ns"),
            TrafficRows.sizes(ranged.costs()).stream().map(row -> List.of(row.way().replace('-', ' '),
                between(row.processes()), Integer.toString(row.messageBytes()), Words.count(row.trips()),
                row.torn() == 0 ? "none" : Words.count(row.torn()), Words.nanos(row.median()))).toList()));
        return tables;
    }

    private static List<String> trip(TrafficRows.Trip row) {
        List<String> cells = new ArrayList<>(List.of(row.way().replace('-', ' '), Words.count(row.trips())));
        row.nanos().forEach(nanos -> cells.add(Words.nanos(nanos)));
        cells.set(MEDIAN, row.median().words());
        cells.add(row.stalls() == null ? Words.nanos(null) : Words.count(row.stalls()));
        cells.add(row.stalledMicros() == null ? Words.nanos(null) : Words.nanos(row.stalledMicros() / 1e3));
        cells.add(row.processes() == 2 || row.way().equals("clock") ? PUBLISHED.getOrDefault(row.way(), "") : "");
        return cells;
    }
}
