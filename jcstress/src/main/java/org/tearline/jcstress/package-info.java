// SPDX-License-Identifier: Apache-2.0
/**
 * Does a misaligned {@code long} tear? The question put to jcstress, one test for each pair of write and read. {@code
 * AccessAtomicity.OrderedVolatile} writes with release order and reads with volatile order.
 */
package org.tearline.jcstress;
