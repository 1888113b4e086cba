// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

/** Holds what the agent offers through JMX, as org.tearline:type=Agent. Thread-safe. */
public interface AgentMXBean {
    /** Sites with misaligned accesses so far. */
    int getSites();

    /** Misaligned accesses so far. */
    long getHits();

    /** Watched instructions so far. */
    int getInstructions();

    /** Returns the report so far, as JSON. */
    String json();

    /** Returns the report so far, in words. */
    String summary();
}
