package org.tearline.result.file;

/**
 * The controls of one tier at one placement. Immutable.
 *
 * @param positive a long stored in two halves: must tear, and its rate is the machine's sensitivity
 * @param negative an aligned long: must not tear
 */
public record ControlRecord(SeriesTier tier, ControlCount positive, ControlCount negative) {

    /** Whether this reader has shown that it sees tears, and none where there are none. */
    public boolean hold() {
        return positive.torn() > 0 && negative.torn() == 0 && negative.changes() > 0;
    }
}
