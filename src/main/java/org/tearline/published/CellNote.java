package org.tearline.published;

import java.util.List;
import org.tearline.result.CellReason;
import org.tearline.result.CellState;

/**
 * A state that the counts do not tell, for all offsets that share it. Immutable.
 *
 * @param offsets ascending
 * @param state   the state of the reason; none for a weak silence
 */
public record CellNote(List<Integer> offsets, CellState state, CellReason reason) {
}
