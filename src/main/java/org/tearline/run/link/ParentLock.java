// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Ends a JVM with its parent. The parent locks a file in the folder of the JVM, whose watching thread waits for the
 * lock: the system releases it however the parent ends. A pipe would have to be the JVM's standard input, which is the
 * user's; and whether a process lives cannot be read everywhere, such as in a container without /proc.
 */
final class ParentLock {
    private static final String NAME = "parent";

    private ParentLock() {
    }

    /** Locks the file until the channel is closed. Called by the parent. */
    static FileChannel hold(Path folder) throws IOException {
        FileChannel channel = FileChannel.open(folder.resolve(NAME), StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE);
        try {
            channel.lock();
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Runs the action in a thread of its own once the parent has ended. */
    static void onRelease(Path folder, Runnable action) {
        try {
            FileChannel channel = FileChannel.open(folder.resolve(NAME), StandardOpenOption.WRITE);
            new DaemonThread(() -> awaitRelease(channel, action), "parent-watch").start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> wake(channel)));
        } catch (IOException e) {
            // Too many open files. This JVM ends with its trial.
        }
    }

    private static void awaitRelease(FileChannel channel, Runnable action) {
        try {
            channel.lock();
            action.run();
        } catch (IOException e) {
            // This JVM is ending.
        }
    }

    /** Wakes the watching thread: the exit of a JVM waits 0.3 s for a thread in a system call. */
    private static void wake(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The exit takes 0.3 s longer.
        }
    }
}
