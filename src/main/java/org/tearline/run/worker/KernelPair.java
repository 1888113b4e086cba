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
 * @param writer   null in the readers' process
 * @param reader   null in the writers' process
 * @param stressor null in the readers' process
 */
record KernelPair(WriteKernel writer, ReadKernel reader, Stressor stressor) {
    List<Object> loops() {
        return Stream.of(writer, reader).filter(Objects::nonNull).toList();
    }
}
