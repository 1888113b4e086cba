package org.tearline.published;

/**
 * All runs of one control together. Immutable.
 *
 * @param runs    how often it ran
 * @param failed  in how many of them it did not do what a control must
 * @param changes changes seen
 * @param torn    tears seen
 */
public record ControlCount(long runs, long failed, long changes, long torn) {
}
