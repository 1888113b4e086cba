// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Passes a lambda with a captured address to a pool. */
public final class CalledByJdk {
    public static void main(String[] arguments) throws Exception {
        long address = pages(1) + 60;
        ExecutorService pool = Executors.newSingleThreadExecutor();
        System.out.println(pool.submit(() -> UNSAFE.getLongVolatile(null, address)).get());
        pool.shutdown();
    }
}
