// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.tearline.trial.Geometry;

/** Draws the cache lines of a value, one character per byte: digits for its bytes, a mark where it is cut. */
public final class LinePicture {
    /** The usual size of a line. For longer lines, only the blocks that contain the value are drawn. */
    private static final int BLOCK = 64;
    private static final int GROUP = 8;
    /** Columns of the label. With it and a bar after each group, a block of 64 bytes takes 78 columns. */
    private static final int LABEL = 6;
    private static final int MIN_ROW = 16;
    private static final int BLUE = 33;
    private static final int ORANGE = 208;
    private static final int GREY = 244;
    private static final int DECIMAL = 10;
    private static final int RED = 196;
    /** Leading entries of an abridged list. */
    private static final int LISTED = 4;

    private final int offset;
    private final int width;
    private final Geometry geometry;
    private final BitSet seams;
    private final Screen screen;

    /** The seams are the indexes of those bytes before which the value may be cut. */
    public LinePicture(int offset, int width, Geometry geometry, BitSet seams, Screen screen) {
        this.offset = offset;
        this.width = width;
        this.geometry = geometry;
        this.seams = seams;
        this.screen = screen;
    }

    public List<String> lines() {
        int perRow = BLOCK;
        while (perRow > MIN_ROW && columnsOf(perRow) > screen.columns()) {
            perRow /= 2;
        }
        List<String> lines = new ArrayList<>();
        lines.add(ruler(perRow));
        int first = offset / BLOCK * BLOCK;
        int end = (last() / BLOCK + 1) * BLOCK;
        for (int row = first; row < end; row += perRow) {
            lines.add(row(row, perRow));
        }
        lines.addAll(screen.atMost(columnsOf(BLOCK)).wrapped(" ".repeat(LABEL), " ".repeat(LABEL), caption()));
        return lines;
    }

    private static int columnsOf(int perRow) {
        return LABEL + perRow + perRow / GROUP;
    }

    private int last() {
        return offset + width - 1;
    }

    /** Returns the largest boundary of at least eight bytes inside the value; 0 if it is aligned or has none. */
    private int boundary() {
        int size = offset % width == 0 ? 0 : geometry.pageBytes();
        while (size >= GROUP && (offset / size + 1) * size > last()) {
            size /= 2;
        }
        return size < GROUP ? 0 : (offset / size + 1) * size;
    }

    private String ruler(int perRow) {
        StringBuilder line = new StringBuilder(" ".repeat(LABEL));
        for (int byteInRow = 0; byteInRow < perRow; byteInRow += GROUP) {
            line.append(String.valueOf(byteInRow)).append(" ".repeat(GROUP + 1 - String.valueOf(byteInRow).length()));
        }
        return screen.coloured(GREY, line.toString().stripTrailing());
    }

    private String row(int start, int length) {
        String label = String.valueOf(start);
        StringBuilder line = new StringBuilder(" ".repeat(LABEL - 2 - label.length())).append(label).append(' ')
            .append(bar(start));
        for (int at = start; at < start + length; at += GROUP) {
            // Escape sequences are printed per run of characters, not per character.
            int from = Math.min(Math.max(offset, at), at + GROUP);
            int to = Math.min(Math.max(last() + 1, at), at + GROUP);
            line.append(rest(from - at)).append(value(from, to)).append(rest(at + GROUP - to))
                .append(bar(at + GROUP));
        }
        return line.toString();
    }

    private String rest(int count) {
        return screen.coloured(GREY, (screen.unicode() ? "\u00b7" : ".").repeat(count));
    }

    private String value(int from, int to) {
        StringBuilder numbers = new StringBuilder();
        for (int at = from; at < to; at++) {
            numbers.append((at - offset) % DECIMAL);
        }
        boolean after = boundary() > 0 && from >= boundary();
        return screen.coloured(after ? ORANGE : BLUE, numbers.toString());
    }

    private String bar(int at) {
        boolean crossed = at == boundary() && at > 0;
        String bar = screen.unicode() ? crossed ? "\u2551" : "\u2502" : crossed ? "#" : "|";
        return screen.coloured(crossed ? RED : GREY, bar);
    }

    private String caption() {
        if (offset % width == 0) {
            return "aligned: no boundary lies inside the value" + (seams.isEmpty() ? ""
                : ", but a vector may be cut before " + list());
        }
        int boundary = boundary();
        String cuts = seams.cardinality() == 1 ? "seam " + seams.nextSetBit(0) : "may be cut before " + list();
        return boundary == 0 ? "inside " + GROUP + " bytes; " + cuts
            : (screen.unicode() ? "\u2551 " : "# ") + kind(boundary) + "; bytes " + range(0, boundary - offset) + " | "
            + range(boundary - offset, width) + ", " + cuts;
    }

    private static String range(int from, int to) {
        return from == to - 1 ? String.valueOf(from) : from + ".." + (to - 1);
    }

    /** Abridges a long list to the first few entries and the last. */
    private String list() {
        List<String> bytes = new ArrayList<>();
        seams.stream().forEach(seam -> bytes.add(String.valueOf(seam)));
        return bytes.size() <= GROUP ? String.join(", ", bytes)
            : String.join(", ", bytes.subList(0, LISTED)) + " .. " + bytes.get(bytes.size() - 1);
    }

    private String kind(int boundary) {
        if (boundary % geometry.pageBytes() == 0) {
            return "page boundary at " + boundary;
        }
        return boundary % geometry.lineBytes() == 0 ? "line boundary at " + boundary
            : Integer.lowestOneBit(boundary) + "-byte boundary at " + boundary + ", inside a line";
    }
}
