// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.List;

/**
 * One way to keep a long whole that somebody else reads. Immutable.
 *
 * @param answers the choices that end here, such as {@code stay one any}: may the value move, writers, CPUs
 * @param code    four lines of Java
 * @param costs   what it costs, one sentence for each CPU that was measured
 * @param right   what says that it is right
 * @param wrong   the CPUs where it is wrong; empty if none is known
 */
public record Advice(String title, List<String> answers, List<String> code, List<String> costs, String right,
                     String wrong) {
}
