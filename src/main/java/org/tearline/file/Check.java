// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

/** One group of rules over a file that fits the schema. Implementations are pure. Thread-safe. */
@FunctionalInterface
interface Check {
    void check(ResultFile file, Findings findings);
}
