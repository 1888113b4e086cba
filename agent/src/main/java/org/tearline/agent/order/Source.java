// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

/**
 * What puts accesses in order.
 *
 * @param kind as in the report
 * @param name class, or class and field; null for a word in native memory
 */
public record Source(String kind, String name) {
    static final Source WORD = new Source("word", null);
}
