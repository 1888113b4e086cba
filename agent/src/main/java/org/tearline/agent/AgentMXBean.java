// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

/** What the agent offers through JMX, as org.tearline:type=Agent. Any thread. */
public interface AgentMXBean {
    /** Sites with misaligned accesses so far. */
    int getSites();

    /** Misaligned accesses so far. */
    long getHits();

    /** Watched instructions so far. */
    int getInstructions();

    /** The report so far, as JSON. */
    String json();

    /** The report so far, in words. */
    String summary();
}
