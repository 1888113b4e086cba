// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.List;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Position;

/** One misaligned access that the current thread is about to make. Without a base the offset is the address. */
public record Hit(Access access, Object base, long offset, Position position, List<StackTraceElement> frames,
                  int outermost) {
}
