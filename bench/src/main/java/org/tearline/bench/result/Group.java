// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;

/**
 * The measurements that answer one question. Immutable.
 *
 * @param answers the published tables it answers, by their ids in published.json
 */
public record Group(String id, String title, List<String> answers, List<Series> series, List<Missing> leftOut) {
    /** A row that was not measured, by name, and why: a reason for programs, words for people. */
    public record Missing(String what, Reason reason, String why) {
    }
}
