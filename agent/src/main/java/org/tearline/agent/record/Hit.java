// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.List;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Position;

/**
 * One misaligned access that is about to be made by the current thread. Immutable.
 *
 * @param base      the heap object; null for native memory
 * @param offset    bytes from the start of the object; the address in native memory
 * @param frames    from the access outwards
 * @param outermost index of the first frame outside the access libraries
 */
public record Hit(Access access, Object base, long offset, Position position, List<StackTraceElement> frames,
                  int outermost) {
}
