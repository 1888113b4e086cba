// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.tearline.agent.report.JsonReport;
import org.tearline.agent.report.TextReport;

/** Answers through JMX; not to be loaded where there is no java.management. Any thread. */
final class AgentBean implements AgentMXBean {
    private final Session session;

    private AgentBean(Session session) {
        this.session = session;
    }

    /** In a thread of its own, for it is slow. */
    static void register(Session session) {
        Thread thread = new Thread("tearline-agent-jmx") {
            @Override
            public void run() {
                registerNow(session);
            }
        };
        thread.setDaemon(true);
        thread.start();
    }

    private static void registerNow(Session session) {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(new AgentBean(session),
                new ObjectName("org.tearline:type=Agent"));
        } catch (JMException | RuntimeException | LinkageError e) {
            Session.print(TextReport.PREFIX + "no MBean: " + e + "\n");
        }
    }

    @Override
    public int getSites() {
        return session.findings().sites().size();
    }

    @Override
    public long getHits() {
        return session.findings().hits();
    }

    @Override
    public int getInstructions() {
        return session.findings().instructions();
    }

    @Override
    public String json() {
        return JsonReport.of(session.findings());
    }

    @Override
    public String summary() {
        return TextReport.summary(session.findings());
    }
}
