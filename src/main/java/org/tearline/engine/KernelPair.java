package org.tearline.engine;

import org.tearline.kernel.ReadKernel;
import org.tearline.kernel.WriteKernel;

/** The two compiled loops of one combination. Immutable. */
record KernelPair(WriteKernel writer, ReadKernel reader) {
}
