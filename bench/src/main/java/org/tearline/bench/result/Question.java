// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.List;

/** Names what the groups of measurements ask, and which published tables, by their ids, each answers. Immutable. */
public enum Question {
    /** To compare with tables that count cycles. */
    CLOCK("clock", "The core's cycle, and what asking for the time costs", List.of()),
    /** By offset, width, operation and working set. */
    OFFSET_COST("offset-cost", "What an access costs by its offset", List.of("uarch-bench-zen3")),
    /** The same loads and stores without a JVM. */
    NATIVE("native", "The same loads and stores in a native loop", List.of()),
    /** One writer, one reader. */
    REMEDIES("remedies", "What the ways out of a torn value cost", List.of()),
    /** Each thread its own counter. */
    FALSE_SHARING("false-sharing", "What a neighbour on the same line costs",
        List.of("increments-java5", "increments-percent", "increments-e5620")),
    /** One CPU works, another one locks something else. */
    BYSTANDER("bystander", "What locks of one CPU cost the work of another", List.of()),
    /** All threads one counter. */
    COUNTERS("counters", "What a counter that all threads share costs, and loses", List.of()),
    /** The same through Jython. */
    JYTHON_COUNTERS("jython-counters", "The same counters through Jython", List.of("jython-2008")),
    /** One producer, one consumer, every element checked. */
    QUEUES("queues", "Queues between two threads and two processes: damage beside throughput", List.of("queues-xeon")),
    /** Round trips. */
    PING("ping", "Round trips between two threads and two processes", List.of("java-ping"));

    private final String id;
    private final String title;
    private final List<String> answers;

    Question(String id, String title, List<String> answers) {
        this.id = id;
        this.title = title;
        this.answers = answers;
    }

    /** Returns its name in files and on the command line. */
    public String id() {
        return id;
    }

    /** One line for a reader. */
    public String title() {
        return title;
    }

    /** Ids in published.json. */
    public List<String> answers() {
        return answers;
    }
}
