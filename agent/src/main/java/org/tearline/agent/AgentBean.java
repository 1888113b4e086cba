// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import org.tearline.agent.report.JsonReport;
import org.tearline.agent.report.TextReport;

/** Answers through JMX; not to be loaded where there is no java.management. Thread-safe. */
final class AgentBean implements AgentMXBean {
    private static final String NAME = "org.tearline:type=Agent";
    private static Thread registering;

    private final Session session;

    private AgentBean(Session session) {
        this.session = session;
    }

    /** In a thread of its own, for it is slow. */
    static synchronized void register(Session session) {
        registering = new Thread("tearline-agent-jmx") {
            @Override
            public void run() {
                registerNow(session);
            }
        };
        registering.setDaemon(true);
        registering.start();
    }

    private static void registerNow(Session session) {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(new AgentBean(session), new ObjectName(NAME));
        } catch (JMException | RuntimeException | LinkageError e) {
            Session.print(TextReport.PREFIX + "no MBean: " + e + "\n");
        }
    }

    /** Takes the bean away, if there is one. */
    static synchronized void unregister() {
        try {
            registering.join();
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(NAME));
        } catch (InstanceNotFoundException e) {
            // It could not be registered, which was said then.
        } catch (JMException | RuntimeException | LinkageError e) {
            Session.print(TextReport.PREFIX + "the MBean stays: " + e + "\n");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
