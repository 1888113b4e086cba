// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.agent;

/** A program that the agent may slow down. */
interface Workload {
    void run(int times) throws Exception;
}
