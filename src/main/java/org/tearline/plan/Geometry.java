package org.tearline.plan;

/**
 * The line and page size of a machine, in bytes, and what follows from them for an access. Immutable.
 *
 * @param lineBytes size of a cache line, a power of two
 * @param pageBytes size of a virtual-memory page, a power of two and a multiple of the line
 */
public record Geometry(int lineBytes, int pageBytes) {

    /** Which boundary {@code width} bytes at {@code offset} lie across; the offset counts from a page-aligned base. */
    public Crossing crossing(long offset, Width width) {
        return crossing(offset, width.bytes());
    }

    /** Which boundary so many bytes at an offset from a page-aligned base lie across. */
    public Crossing crossing(long offset, int widthBytes) {
        long last = offset + widthBytes - 1;
        if (offset / pageBytes != last / pageBytes) {
            return Crossing.PAGE;
        }
        return offset / lineBytes != last / lineBytes ? Crossing.LINE : Crossing.NONE;
    }

    /** The largest offset at which a value still lies within the two pages that a trial may use. */
    public int maxOffset(Width width) {
        return 2 * pageBytes - width.bytes();
    }

    /** An offset that puts half of a value on either side of the first line boundary. */
    public int lineCrossingOffset(Width width) {
        return lineBytes - width.bytes() / 2;
    }
}
