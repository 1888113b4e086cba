// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

/** A thread that does not keep its JVM alive. */
public final class DaemonThread extends Thread {
    public DaemonThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }
}
