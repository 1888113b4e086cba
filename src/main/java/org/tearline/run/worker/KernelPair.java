// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.tearline.loop.ReadKernel;
import org.tearline.loop.Stressor;
import org.tearline.loop.WriteKernel;

/**
 * The two compiled loops of a trial and stressor.
 *
 * @param writer   null in the process of the readers
 * @param reader   null in the process of the writers
 * @param stressor whose actions are in them; null for the ping-pong
 */
record KernelPair(WriteKernel writer, ReadKernel reader, Stressor stressor) {
    /** Those in this process. */
    List<Object> loops() {
        return Stream.of(writer, reader).filter(Objects::nonNull).map(Object.class::cast).toList();
    }
}
