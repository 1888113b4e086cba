// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

/** Says at which of three places an access was refused: aligned, misaligned in its line, across lines. */
public final class Failing {
    private Failing() {
    }

    public static void main(String[] arguments) {
        long memory = Memory.pages(1);
        for (int offset : new int[] {8, 20, 60}) {
            try {
                Memory.UNSAFE.putOrderedLong(null, memory + offset, -1);
                System.out.println(offset + " stored");
            } catch (AssertionError e) {
                String where = e.getStackTrace()[0].getMethodName();
                System.out.println(offset + " refused, holds " + Memory.UNSAFE.getLong(memory + offset) + ", "
                    + e.getMessage().replaceAll("0x[0-9a-f]+", "ADDRESS") + ", " + where);
            }
        }
    }
}
