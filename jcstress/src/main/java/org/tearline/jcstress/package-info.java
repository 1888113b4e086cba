// SPDX-License-Identifier: Apache-2.0
/**
 * Does a misaligned {@code long} tear? The question put to jcstress, one class per memory, one nested class per
 * placement, one test per pair of write and read.
 *
 * <p>A test's name says it all: {@code UnsafeAddress.LineCrossing.OrderedVolatile} writes with release order, reads
 * with volatile order, through a raw address, across the end of a cache line.
 */
package org.tearline.jcstress;
