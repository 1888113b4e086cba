package org.tearline.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tearline.plan.Crossing;
import org.tearline.result.file.Cell;
import org.tearline.result.file.CellState;
import org.tearline.result.file.ResultFile;
import org.tearline.result.file.Series;

/** A sweep's result for a terminal: one line per write and read, a sentence, and on request the grid. One thread. */
public final class SweepText {
    private static final List<String> COLUMNS = List.of("aligned", "inside line", "over line", "over page");
    private static final int PER_ROW = 16;
    private static final String ORANGE = "\u001b[38;5;208m";
    private static final String BLUE = "\u001b[38;5;33m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintStream out;
    private final boolean colour;

    /** Prints to a stream, in colour if asked to. */
    public SweepText(PrintStream out, boolean colour) {
        this.out = out;
        this.colour = colour;
    }

    /** The compact table. */
    public void printTable(ResultFile file) {
        out.printf("%-34s %-18s %-22s %-18s %-18s%n", "memory write/read, placement", COLUMNS.get(0), COLUMNS.get(1),
            COLUMNS.get(2), COLUMNS.get(3));
        for (Series series : file.series()) {
            Map<String, List<Cell>> columns = columns(series, file);
            out.printf("%-34s %-18s %-22s %-18s %-18s%n", series.memory() + " " + series.write() + "/" + series.read()
                + ", " + series.placement(), words(columns.get(COLUMNS.get(0))), words(columns.get(COLUMNS.get(1))),
                words(columns.get(COLUMNS.get(2))), words(columns.get(COLUMNS.get(3))));
        }
        out.println();
        out.println(sentence(file));
    }

    /** Every offset of every series, sixteen a row: how often it tore, or a glyph. */
    public void printGrid(ResultFile file) {
        out.println();
        out.println("Each cell: torn per change as 10^-n; . none seen; ? inconclusive; - refused; ! fault");
        for (Series series : file.series()) {
            out.println();
            out.println(series.name());
            Map<Integer, StringBuilder> rows = new TreeMap<>();
            for (Cell cell : series.cells(file.profile(), file.environment())) {
                rows.computeIfAbsent(cell.offset() / PER_ROW * PER_ROW, start -> new StringBuilder())
                    .append(coloured(cell));
            }
            rows.forEach((start, row) -> out.printf("%6d %s%n", start, row));
        }
    }

    private String coloured(Cell cell) {
        String glyph = switch (cell.state()) {
            case TORN -> String.valueOf((int) Math.min(9, Math.round(-Math.log10((double) cell.torn()
                / cell.changes()))));
            case NONE -> ".";
            case INCONCLUSIVE -> "?";
            case REFUSED -> "-";
            case FAULT -> "!";
        };
        if (!colour || cell.state() != CellState.TORN && cell.state() != CellState.NONE) {
            return " " + glyph;
        }
        return " " + (cell.state() == CellState.TORN ? ORANGE : BLUE) + glyph + PLAIN;
    }

    private static Map<String, List<Cell>> columns(Series series, ResultFile file) {
        Map<String, List<Cell>> columns = new LinkedHashMap<>();
        COLUMNS.forEach(column -> columns.put(column, new ArrayList<>()));
        for (Cell cell : series.cells(file.profile(), file.environment())) {
            columns.get(cell.crossing() == Crossing.PAGE ? COLUMNS.get(3) : cell.crossing() == Crossing.LINE
                ? COLUMNS.get(2) : cell.offset() % series.widthBytes() == 0 ? COLUMNS.get(0) : COLUMNS.get(1))
                .add(cell);
        }
        return columns;
    }

    private static String words(List<Cell> cells) {
        if (cells.isEmpty()) {
            return "untested";
        }
        long torn = cells.stream().mapToLong(Cell::torn).sum();
        long changes = cells.stream().mapToLong(Cell::changes).sum();
        long tornCells = cells.stream().filter(cell -> cell.state() == CellState.TORN).count();
        if (tornCells > 0) {
            String where = tornCells == cells.size() ? "" : ", " + tornCells + " of " + cells.size() + " offsets";
            long changesThere = cells.stream().filter(cell -> cell.state() == CellState.TORN)
                .mapToLong(Cell::changes).sum();
            return "torn " + Words.rate((double) torn / changesThere) + where;
        }
        for (CellState state : List.of(CellState.FAULT, CellState.INCONCLUSIVE, CellState.REFUSED)) {
            long there = cells.stream().filter(cell -> cell.state() == state).count();
            if (there > 0) {
                return state + (there == cells.size() ? "" : " " + there + " of " + cells.size());
            }
        }
        return "none in " + Words.rate(changes);
    }

    private static String sentence(ResultFile file) {
        long inside = file.series().stream().flatMap(series -> series.cells(file.profile(), file.environment()).stream()
            .filter(cell -> !cell.piecewise())).filter(cell -> cell.crossing() == Crossing.NONE
            && cell.state() == CellState.TORN).count();
        long across = file.series().stream().flatMap(series -> series.cells(file.profile(), file.environment())
            .stream()).filter(cell -> cell.crossing() != Crossing.NONE && cell.state() == CellState.TORN).count();
        String cpu = file.environment().cpu().brand() == null ? file.environment().cpu().key()
            : file.environment().cpu().brand();
        boolean tested = file.series().stream().flatMap(series -> series.cells(file.profile(), file.environment())
            .stream()).anyMatch(cell -> cell.state() == CellState.NONE || cell.state() == CellState.TORN);
        if (!tested) {
            return "On this " + cpu + " nothing could be tested; tester show tells why.";
        }
        if (across == 0 && inside == 0) {
            return "On this " + cpu + " no misaligned long was seen torn.";
        }
        return "On this " + cpu + " a misaligned long can be seen half-written "
            + (across > 0 ? "where it crosses a cache line" : "") + (across > 0 && inside > 0 ? ", and " : "")
            + (inside > 0 ? "even inside one" : "") + "; the table says for which writes and reads.";
    }
}
