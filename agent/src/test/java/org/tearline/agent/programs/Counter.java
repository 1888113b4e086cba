// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;

/**
 * Two threads on one long at an offset, as many times as told; then, if told: "wait" says so and waits for a signal,
 * "jmx" prints what the agent's MBean says. Arguments: offset, times, [wait|jmx].
 */
public final class Counter {
    private Counter() {
    }

    public static void main(String[] arguments) throws Exception {
        long address = Memory.pages(2) + Long.parseLong(arguments[0]);
        int times = Integer.parseInt(arguments[1]);
        Thread reader = new Thread(() -> read(address, times), "reader");
        reader.start();
        for (int i = 0; i < times; i++) {
            Memory.UNSAFE.putOrderedLong(null, address, i);
        }
        reader.join();
        String then = arguments.length > 2 ? arguments[2] : "";
        if (then.equals("wait")) {
            System.out.println("waiting");
            new CountDownLatch(1).await();
        } else if (then.equals("jmx")) {
            printBean();
        }
    }

    private static void read(long address, int times) {
        for (int i = 0; i < times; i++) {
            Memory.UNSAFE.getLongVolatile(null, address);
        }
    }

    private static void printBean() throws Exception {
        ObjectName name = new ObjectName("org.tearline:type=Agent");
        while (!ManagementFactory.getPlatformMBeanServer().isRegistered(name)) {
            Thread.onSpinWait();
        }
        for (String attribute : new String[] {"Sites", "Hits", "Instructions"}) {
            System.out.println(attribute + " "
                + ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute));
        }
        for (String operation : new String[] {"json", "summary"}) {
            System.out.println(ManagementFactory.getPlatformMBeanServer().invoke(name, operation, null, null));
        }
    }
}
