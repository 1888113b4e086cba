// SPDX-License-Identifier: Apache-2.0
/**
 * Tests with jcstress whether a misaligned {@code long} tears. Tests are named after the modes of write and read, such
 * as {@code AccessAtomicity.OrderedVolatile}.
 */
package org.tearline.jcstress;
