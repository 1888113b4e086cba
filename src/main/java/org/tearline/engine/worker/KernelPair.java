package org.tearline.engine.worker;

import org.tearline.kernel.ContenderLoop;
import org.tearline.kernel.ReadKernel;
import org.tearline.kernel.WriteKernel;

/**
 * The two compiled loops of one combination. Immutable.
 *
 * @param contender what a third party does meanwhile, or null
 */
record KernelPair(WriteKernel writer, ReadKernel reader, ContenderLoop contender) {

    /** Two loops and no third party. */
    KernelPair(WriteKernel writer, ReadKernel reader) {
        this(writer, reader, null);
    }
}
