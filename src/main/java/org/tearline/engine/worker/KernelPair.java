package org.tearline.engine.worker;

import org.tearline.kernel.ReadKernel;
import org.tearline.kernel.ThiefLoop;
import org.tearline.kernel.WriteKernel;

/**
 * The two compiled loops of one combination. Immutable.
 *
 * @param thief what a third party does meanwhile, or null
 */
record KernelPair(WriteKernel writer, ReadKernel reader, ThiefLoop thief) {

    /** Two loops and no third party. */
    KernelPair(WriteKernel writer, ReadKernel reader) {
        this(writer, reader, null);
    }
}
