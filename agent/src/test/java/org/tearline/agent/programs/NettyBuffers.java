// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;

/** Netty's pooled direct and heap buffers, with longs at every index. Argument: how often. Not thread-safe. */
public final class NettyBuffers {
    private NettyBuffers() {
    }

    public static void main(String[] arguments) {
        System.out.println("unsafe " + PlatformDependent.hasUnsafe());
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            use(PooledByteBufAllocator.DEFAULT.directBuffer(256));
            use(PooledByteBufAllocator.DEFAULT.heapBuffer(256));
        }
    }

    private static void use(ByteBuf buffer) {
        for (int index = 0; index < 64; index++) {
            buffer.setLong(index, index);
            buffer.getLong(index);
        }
        buffer.retain();
        buffer.release();
        buffer.release();
    }
}
