package org.tearline.result;

import java.util.List;

/**
 * Which CPUs the threads had. Immutable.
 *
 * @param writers CPU numbers, in order; empty if nothing was pinned
 * @param readers CPU numbers, in order; empty if nothing was pinned
 * @param pinned  whether every thread was found on its CPU
 * @param note    what a reader of the result should know about the choice, or null
 */
public record Seating(List<Integer> writers, List<Integer> readers, boolean pinned, String note) {
}
