// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A period in which accesses are reported to a guard. Thread-safe.
 *
 * @param pools whether the guard has no outer guard, and so is one of those for threads without a test
 * @param lost  the number of lost accesses at the start
 */
record Watched(Guard guard, boolean pools, long lost) {

    /** Starts a period, loading the agent if necessary. */
    static Watched start(Guard guard, boolean pools, ExtensionContext context) {
        AgentLink.listen(context.getConfigurationParameter(AgentLink.OPTIONS).orElse(AgentLink.DEFAULT_OPTIONS));
        Watched watched = new Watched(guard, pools, lost(AgentLink.report()));
        if (pools) {
            Guards.answerForPools(guard);
        }
        return watched;
    }

    /** Fails if there were forbidden accesses, or if some may have been missed. */
    void end() {
        guard.close();
        if (pools) {
            Guards.release(guard);
        }
        guard.verify();
        Map<String, Object> report = AgentLink.report();
        if (lost(report) > lost) {
            throw new NotWatchedError("tearline: while " + guard.name() + " ran, " + (lost(report) - lost)
                + " misaligned accesses could not be recorded, for example because of a stack overflow");
        }
        if (pools) {
            requireRewritten(report);
        }
    }

    @SuppressWarnings("unchecked")
    private static long lost(Map<String, Object> report) {
        return (long) ((Map<String, Object>) report.get("hits")).get("lost");
    }

    @SuppressWarnings("unchecked")
    private void requireRewritten(Map<String, Object> report) {
        Map<String, Object> watched = (Map<String, Object>) report.get("watched");
        for (Map<String, Object> type : (List<Map<String, Object>>) watched.get("notRewritten")) {
            String name = (String) type.get("class");
            if (guard.rules().stream().noneMatch(rule -> rule.allowsClass(name))) {
                throw new NotWatchedError("tearline: the accesses in " + name + " are not watched: " + type.get("why")
                    + "; allow = \"" + name + "\" lets " + guard.name() + " pass anyway");
            }
        }
    }
}
