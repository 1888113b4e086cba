package org.tearline.result;

/**
 * What follows from an outcome. Immutable.
 *
 * @param reason       a sentence for every verdict but a plain torn and none seen; else null
 * @param weakness     why a silence is weak; null if it is strong, and for every other verdict
 * @param attribution  who tore; null unless torn
 * @param upperBound95 the rate of tears per change that a silence excludes at 95 %; null unless none was seen
 * @param throttled    whether the kernel slows split locks down
 */
public record Judgement(Verdict verdict, String reason, CellReason weakness, Attribution attribution,
                        Double upperBound95, boolean throttled) {
}
