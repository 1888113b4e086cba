// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.tearline.asm.Dialect.Direction;
import org.tearline.asm.Dialect.RawAccess;
import org.tearline.asm.Instruction.AccessKind;

/**
 * The compiled loop that makes the tested access.
 *
 * @param accesses   the instructions that access the value, or call a method that does
 * @param fences     the fences, except those of stressors
 * @param kinds      the kinds of the accesses, in order
 * @param tableLoads loads from the array of generations, one per iteration in the source; 0 if the loop uses none
 */
public record HotLoop(List<Instruction> body, List<Instruction> accesses, List<Instruction> fences,
                      List<AccessKind> kinds, int tableLoads) {
    /** Methods that access the value, such as ByteBuffer's getLong and Unsafe's compareAndSetLong. */
    private static final Pattern ACCESSOR = Pattern.compile("(?:get|put|compareAnd|getAnd)\\w*(?:Long|Int|Short)\\w*");
    /** In instructions; a hot loop has more. */
    private static final int LONGEST_RETRY = 8;

    /** Which raw accesses count as the tested access. A loop of stores may also read after a failed CAS. */
    public enum Wanted {
        STORES, LOADS,
        /** For the CAS reader, which also makes a load to count changes. */
        LOCKS,
        /** The access is a call; raw accesses in the loop belong to a stressor. */
        CALLS;

        private boolean includes(Direction direction) {
            return switch (this) {
                case STORES -> direction != Direction.LOAD;
                case LOADS -> direction != Direction.STORE;
                case LOCKS -> direction == Direction.BOTH;
                case CALLS -> false;
            };
        }
    }

    /** The code that a backward jump repeats, by the indexes of its first and last instruction. */
    private record Span(int first, int last) {
        boolean contains(int index) {
            return first <= index && index <= last;
        }

        boolean isAround(Span other) {
            return length() > other.length() && contains(other.first) && contains(other.last);
        }

        int length() {
            return last - first;
        }
    }

    /**
     * Returns the loop with the most accesses, which is the unrolled one, or null if no loop makes the access. Of
     * several such loops, returns the shortest.
     */
    public static HotLoop find(List<Instruction> code, Dialect dialect, Wanted wanted) {
        Code all = new Code(code, dialect);
        Map<Span, List<Integer>> accesses = all.accesses(wanted);
        Set<Span> loops = accesses.keySet();
        return loops.stream()
            // A loop inside the loop of reads may be a stressor's, which reads other memory.
            .filter(span -> wanted != Wanted.LOADS || loops.stream().noneMatch(other -> other.isAround(span)))
            .min(Comparator.comparing((Span span) -> -accesses.get(span).size())
                .thenComparing(Span::length).thenComparing(Span::first))
            .map(span -> all.loop(span, accesses.get(span)))
            .orElse(null);
    }

    /** Excludes the fences of stressors: they store bytes, and C1 adds a fence after each of these opaque stores. */
    private static List<Instruction> fences(List<Instruction> body, List<Instruction> accesses) {
        List<Instruction> fences = new ArrayList<>();
        boolean afterStressor = false;
        for (Instruction instruction : body) {
            if (instruction.storesByte() || accesses.contains(instruction)) {
                afterStressor = instruction.storesByte();
            } else if (instruction.isFence() && !afterStressor) {
                fences.add(instruction);
            }
        }
        return List.copyOf(fences);
    }

    /** The code to search. */
    private record Code(List<Instruction> code, Dialect dialect) {
        /** Returns the indexes of the accesses by loop or, if there are none, of the calls that may make them. */
        Map<Span, List<Integer>> accesses(Wanted wanted) {
            List<Span> spans = spans();
            Map<Span, List<Integer>> accesses = bySpan(spans, i -> {
                RawAccess access = rawAccess(i);
                return access != null && wanted.includes(access.direction());
            });
            if (!accesses.isEmpty()) {
                return accesses;
            }
            return bySpan(spans, i -> code.get(i).callee() != null
                && ACCESSOR.matcher(code.get(i).callee()).matches());
        }

        HotLoop loop(Span span, List<Integer> indexes) {
            List<Instruction> body = List.copyOf(code.subList(span.first(), span.last() + 1));
            List<Instruction> accesses = indexes.stream().map(code::get).toList();
            List<AccessKind> kinds = indexes.stream()
                .map(index -> Optional.ofNullable(rawAccess(index)).map(RawAccess::kind).orElse(AccessKind.CALL))
                .toList();
            return new HotLoop(body, accesses, fences(body, accesses), kinds,
                (int) body.stream().filter(dialect::loadsTable).count());
        }

        RawAccess rawAccess(int index) {
            return dialect.rawAccess(code.get(index), code.get(Math.max(0, index - 1)));
        }

        /** Groups the indexes of matching instructions by innermost loop; those outside all loops are left out. */
        Map<Span, List<Integer>> bySpan(List<Span> spans, IntPredicate matching) {
            Map<Span, List<Integer>> found = new HashMap<>();
            for (int index : IntStream.range(0, code.size()).filter(matching).toArray()) {
                spans.stream()
                    .filter(span -> span.contains(index))
                    .min(Comparator.comparingInt(Span::length))
                    .ifPresent(span -> found.computeIfAbsent(span, key -> new ArrayList<>()).add(index));
            }
            return found;
        }

        /** Returns all loops but those that only retry an exclusive access. */
        List<Span> spans() {
            Map<Long, Integer> indexes = new HashMap<>();
            List<Span> spans = new ArrayList<>();
            for (int i = 0; i < code.size(); i++) {
                indexes.put(code.get(i).address(), i);
                OptionalLong target = code.get(i).jumpTarget();
                // The map has no later instructions, so this is a jump backwards.
                if (target.isPresent() && indexes.containsKey(target.getAsLong())) {
                    int first = indexes.get(target.getAsLong());
                    if (!isRetry(code.subList(first, i + 1))) {
                        spans.add(new Span(first, i));
                    }
                }
            }
            return spans;
        }

        boolean isRetry(List<Instruction> body) {
            return body.size() <= LONGEST_RETRY && body.stream().anyMatch(Instruction::isExclusive)
                && body.stream().noneMatch(dialect::loadsTable);
        }
    }
}
