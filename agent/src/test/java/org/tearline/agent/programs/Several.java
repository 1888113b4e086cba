// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

/** Runs the programs that are given by name, one after another in one JVM. */
public final class Several {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }
}
