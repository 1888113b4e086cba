// SPDX-License-Identifier: Apache-2.0
/**
 * Tests with jcstress whether a {@code long} tears, and what accesses of two sizes see. Most tests are named after the
 * modes of write and read, such as {@code AccessAtomicity.OrderedVolatile}.
 */
package org.tearline.jcstress;
