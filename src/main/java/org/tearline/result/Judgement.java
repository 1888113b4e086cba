package org.tearline.result;

/**
 * What follows from an outcome. Immutable.
 *
 * @param reason       a sentence for every verdict but a plain torn and none seen; else null
 * @param attribution  who tore; null unless torn
 * @param upperBound95 the rate of tears per change that a silence excludes at 95 %; null if torn or without changes
 * @param throttled    whether the kernel slows split locks down
 */
public record Judgement(Verdict verdict, String reason, Attribution attribution, Double upperBound95,
                        boolean throttled) {
}
