package org.tearline.result.file;

import java.util.List;

/**
 * A state that the counts do not tell, for all offsets that share it. Immutable.
 *
 * @param offsets ascending
 * @param state   inconclusive, refused or fault
 */
public record CellNote(List<Integer> offsets, CellState state, CellReason reason) {
}
