package org.tearline.report.page;

import java.util.List;

/**
 * What accesses of one kind cost, as the page shows it: words and numbers that are ready to be read. Immutable.
 *
 * @param title what was measured, and on which CPU
 * @param rows  each as long as the heads
 */
public record CostTable(String title, List<String> heads, List<List<String>> rows) {
}
