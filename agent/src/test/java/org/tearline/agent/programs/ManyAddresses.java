// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

/** More misaligned values than the agent tells apart, each written as often as told. Arguments: values, times. */
public final class ManyAddresses {
    private ManyAddresses() {
    }

    public static void main(String[] arguments) {
        int values = Integer.parseInt(arguments[0]);
        int times = Integer.parseInt(arguments[1]);
        long memory = Memory.pages(values * 64 / Memory.PAGE + 1);
        for (int time = 0; time < times; time++) {
            for (int i = 0; i < values; i++) {
                Memory.UNSAFE.putOrderedLong(null, memory + i * 64L + 4, time);
            }
        }
    }
}
