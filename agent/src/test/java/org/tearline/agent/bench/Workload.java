// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

/** Something that the agent may slow down. One thread runs it; it may have threads of its own. */
interface Workload extends AutoCloseable {
    void run(int times) throws Exception;

    @Override
    default void close() throws Exception {
    }
}
