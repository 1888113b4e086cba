package org.tearline.published;

/**
 * The control of one tier at one placement; that tears are seen is shown per offset, by planted ones. Immutable.
 *
 * @param aligned an aligned long: must not tear
 */
public record ControlRecord(SeriesTier tier, ControlCount aligned) {

    /** Whether this harness has shown that it sees no tears where there are none. */
    public boolean hold() {
        return aligned.torn() == 0 && aligned.changes() > 0;
    }
}
