// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

/**
 * Says whether a remedy is right on this CPU. Immutable.
 *
 * @param remedy   its name among the remedies that were measured
 * @param write    the tester's name of its write
 * @param read     the tester's name of its read
 * @param offset   where the value lies, bytes from a page
 * @param verdict  torn, none-seen, or why there is none
 * @param strength strong or weak, of a negative result; else null
 * @param changes  reads that returned another value than the one before
 * @param torn     of those
 */
public record Verdict(String remedy, String write, String read, int offset, String verdict, String strength,
                      long changes, long torn) {
}
