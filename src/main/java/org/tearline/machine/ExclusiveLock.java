// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;

/** Keeps other testers from using the same file. Thread-safe. */
public final class ExclusiveLock {
    private ExclusiveLock() {
    }

    /**
     * Locks a file until this or another channel of this JVM for it is closed. Locks a byte beyond any content, because
     * Windows keeps other processes from reading a locked byte. Returns false if it is locked already; true also if the
     * file system has no locks.
     */
    public static boolean take(FileChannel channel) {
        try {
            return channel.tryLock(Long.MAX_VALUE - 1, 1, false) != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
