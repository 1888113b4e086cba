// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.trial.Width;

/**
 * What a loop works on, but for the place: constants that are compiled into it.
 *
 * @param base what positions count from: a buffer or an array; null where they are addresses
 */
public record Operand(Object base, Width width) {
}
