// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

/**
 * Holds what the name of a jcstress test says, in the words of the tester. Immutable.
 *
 * @param where where the offsets of its slots lie
 */
record JcstressCase(Memory memory, Where where, WriteMode write, ReadMode read) {
    private static final Pattern NAME = Pattern.compile("org\\.tearline\\.jcstress\\."
        + "(UnsafeAddress|AgronaBuffer|JdkBuffer)\\.(Aligned|InsideLine|LineCrossing|PageCrossing)\\."
        + "(View)?(Plain|Opaque|Ordered|Volatile|Cas|GetAndSet|GetAndAdd)"
        + "(Plain|Opaque|Acquire|Volatile|Cas|Exchange|GetAndAdd)(?:Refused)?");

    /** The places around which some cores cut a store in two, where jcstress tries more than the middle. */
    private static final int[] AROUND_32 = {25, 31};

    /** The placements of the jcstress project. */
    enum Where {
        ALIGNED, INSIDE_LINE, LINE_CROSSING, PAGE_CROSSING;

        private static Where of(String name) {
            return switch (name) {
                case "Aligned" -> ALIGNED;
                case "InsideLine" -> INSIDE_LINE;
                case "LineCrossing" -> LINE_CROSSING;
                default -> PAGE_CROSSING;
            };
        }

        /**
         * Returns all offsets that the slots of this placement go through. A refusal does not say its offset, but the
         * view refuses at each of them or the outcome is another.
         */
        List<Integer> offsets(Geometry geometry) {
            int width = Width.LONG.bytes();
            int line = geometry.lineBytes();
            return switch (this) {
                case ALIGNED -> IntStream.range(0, line / width).map(i -> i * width).boxed().toList();
                case INSIDE_LINE -> IntStream.concat(IntStream.range(1, line / width).map(i -> i * width - width / 2),
                    IntStream.of(AROUND_32)).sorted().boxed().toList();
                case LINE_CROSSING -> IntStream.range(line - width + 1, line).boxed().toList();
                case PAGE_CROSSING -> IntStream.range(geometry.pageBytes() - width + 1, geometry.pageBytes()).boxed()
                    .toList();
            };
        }
    }

    /**
     * Returns the case of a test; none if the result file has no place for it: narrower types, claims of a candidate
     * CAS, and the plain modes of a VarHandle view, for the tester's own are those of the ByteBuffer.
     */
    static Optional<JcstressCase> of(String test) {
        Matcher name = NAME.matcher(test);
        if (!name.matches()) {
            return Optional.empty();
        }
        Memory memory = switch (name.group(1)) {
            case "UnsafeAddress" -> Memory.UNSAFE;
            case "AgronaBuffer" -> Memory.DIRECT;
            default -> Memory.BYTEBUFFER;
        };
        WriteMode write = WriteMode.valueOf(name.group(4).toUpperCase(Locale.ROOT));
        ReadMode read = ReadMode.valueOf(name.group(5).toUpperCase(Locale.ROOT));
        boolean plain = write == WriteMode.PLAIN || read == ReadMode.PLAIN;
        boolean view = name.group(3) != null;
        boolean known = memory == Memory.BYTEBUFFER ? view != plain : !view;
        return known ? Optional.of(new JcstressCase(memory, Where.of(name.group(2)), write, read)) : Optional.empty();
    }
}
