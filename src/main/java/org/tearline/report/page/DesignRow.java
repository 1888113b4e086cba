// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.List;

/**
 * A row of the matrix: one microarchitecture, seen by one harness. Immutable.
 *
 * @param design  the microarchitecture's name
 * @param words   one per {@link Matrix#TITLES}
 * @param runs    how many files; empty where that is not known of these writes and reads
 * @param newest  the day of the newest run
 * @param members the CPU models in it
 */
public record DesignRow(String design, String kind, List<Word> words, String runs, String newest,
                        List<Member> members) {

    /** A CPU model with its name in links. */
    public record Member(String id, String brand) {
    }
}
