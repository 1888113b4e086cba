// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.asm.InstructionSet.Dialect;
import org.tearline.asm.InstructionSet.Dialect.Direction;
import org.tearline.asm.InstructionSet.Dialect.RawAccess;

/**
 * The innermost loop of a method that makes the tested access, found in decoded code.
 *
 * @param body     its instructions
 * @param accesses those of them that access the value, or call the access
 * @param fences   those that order memory without accessing the value, but for the stressors'
 * @param kinds    what the accesses are, in order
 * @param turns    how many turns of the source's loop one turn of this one makes, by its loads of generations; 0 if
 *                 the source loads none
 */
public record HotLoop(List<Instruction> body, List<Instruction> accesses, List<Instruction> fences,
                      List<AccessKind> kinds, int turns) {
    /** The Java methods that access a value, by whatever name each layer has for them. */
    private static final Pattern ACCESSOR = Pattern.compile("(?:get|put|compareAnd|getAnd)\\w*(?:Long|Int|Short)\\w*");
    /** A retry of an exclusive pair is shorter than any loop that also takes a value from somewhere. */
    private static final int LONGEST_RETRY = 8;

    /** Which instructions are the access: in a loop of stores not the read that follows a failed one. */
    public enum Wanted {
        STORES, LOADS,
        /** The reader that asks for candidates also reads once, to count changes. */
        LOCKS,
        /** The access is a call, and what touches raw memory is a stressor. */
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

    /** A backward jump: first and last index of what it repeats. */
    private record Span(int first, int last) {
        boolean contains(int index) {
            return first <= index && index <= last;
        }

        int length() {
            return last - first;
        }
    }

    /** Finds the loop with the most accesses, which is the unrolled one; null if none makes the access. */
    public static HotLoop find(List<Instruction> code, Dialect dialect, Wanted wanted) {
        List<Span> spans = spans(code, dialect);
        Map<Span, List<Integer>> accesses = new HashMap<>();
        for (int i = 0; i < code.size(); i++) {
            RawAccess access = rawAccess(code, i, dialect);
            if (access != null && wanted.includes(access.direction())) {
                collect(i, spans, accesses);
            }
        }
        if (accesses.isEmpty()) {
            for (int i = 0; i < code.size(); i++) {
                Instruction call = code.get(i);
                if (dialect.call(call) && call.callee() != null && ACCESSOR.matcher(call.callee()).matches()) {
                    collect(i, spans, accesses);
                }
            }
        }
        // Inside the loop over the reads a stressor may have one of its own, which reads other places.
        Set<Span> eligible = accesses.keySet().stream().filter(span -> wanted != Wanted.LOADS
            || accesses.keySet().stream().noneMatch(other -> other.length() > span.length()
                && other.contains(span.first()) && other.contains(span.last()))).collect(Collectors.toSet());
        return accesses.entrySet().stream().filter(found -> eligible.contains(found.getKey()))
            .max(Comparator.<Map.Entry<Span, List<Integer>>>comparingInt(found -> found.getValue().size())
                .thenComparing(found -> -found.getKey().length()).thenComparing(found -> -found.getKey().first()))
            .map(found -> of(code, dialect, found.getKey(), found.getValue())).orElse(null);
    }

    private static HotLoop of(List<Instruction> code, Dialect dialect, Span span, List<Integer> indexes) {
        List<Instruction> body = List.copyOf(code.subList(span.first(), span.last() + 1));
        List<Instruction> accesses = indexes.stream().map(code::get).toList();
        return new HotLoop(body, accesses, fences(body, accesses, dialect),
            indexes.stream().map(index -> kind(rawAccess(code, index, dialect))).toList(),
            (int) body.stream().filter(dialect::loadsTable).count());
    }

    /** C1 has a fence behind each opaque store, and so behind a stressor's. */
    private static List<Instruction> fences(List<Instruction> body, List<Instruction> accesses, Dialect dialect) {
        List<Instruction> fences = new ArrayList<>();
        boolean stressors = false;
        for (Instruction instruction : body) {
            if (dialect.storesByte(instruction) || accesses.contains(instruction)) {
                stressors = dialect.storesByte(instruction);
            } else if (dialect.fence(instruction) && !stressors) {
                fences.add(instruction);
            }
        }
        return List.copyOf(fences);
    }

    private static RawAccess rawAccess(List<Instruction> code, int index, Dialect dialect) {
        return dialect.rawAccess(code.get(index), index == 0 ? null : code.get(index - 1));
    }

    private static AccessKind kind(RawAccess access) {
        return access == null ? AccessKind.CALL : access.kind();
    }

    private static void collect(int index, List<Span> spans, Map<Span, List<Integer>> into) {
        spans.stream().filter(span -> span.contains(index)).min(Comparator.comparingInt(Span::length))
            .ifPresent(span -> into.computeIfAbsent(span, key -> new ArrayList<>()).add(index));
    }

    private static List<Span> spans(List<Instruction> code, Dialect dialect) {
        Map<Long, Integer> indexes = new HashMap<>();
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < code.size(); i++) {
            indexes.put(code.get(i).address(), i);
            OptionalLong target = dialect.jumpTarget(code.get(i));
            Integer first = target.isPresent() ? indexes.get(target.getAsLong()) : null;
            if (first != null && !retry(code.subList(first, i + 1), dialect)) {
                spans.add(new Span(first, i));
            }
        }
        return spans;
    }

    private static boolean retry(List<Instruction> body, Dialect dialect) {
        return body.size() <= LONGEST_RETRY && body.stream().anyMatch(dialect::exclusive)
            && body.stream().noneMatch(dialect::loadsTable);
    }
}
