// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Makes every kind of access through Agrona's UnsafeBuffer. Arguments: indexes. */
public final class AgronaBuffers {
    public static void main(String[] arguments) {
        ByteBuffer bytes = BufferUtil.allocateDirectAligned(2 * Memory.PAGE, Memory.PAGE);
        UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        for (String argument : arguments) {
            access(buffer, Integer.parseInt(argument));
        }
    }

    @SuppressWarnings("deprecation")
    private static void access(UnsafeBuffer buffer, int index) {
        buffer.putLongOrdered(index, 1);
        buffer.getLongVolatile(index);
        buffer.putLongVolatile(index, 2);
        buffer.compareAndSetLong(index, 2, 3);
        buffer.getAndAddLong(index, 1);
        buffer.getAndSetLong(index, 5);
        buffer.addLongOrdered(index, 1);
        buffer.putLong(index, 6);
        buffer.getLong(index);
    }
}
