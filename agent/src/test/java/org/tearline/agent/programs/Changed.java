// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.ARRAY_LONGS;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.direct;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.agent.programs.Expected.Part;

/** Reads values, each in a method of its own, before and after they are changed in a way that is not watched. */
public final class Changed {
    /** Kept, because memory that is freed and used again may look as if it had been changed. */
    private static final List<ByteBuffer> KEPT = new ArrayList<>();
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        for (ByteBuffer buffer : new ByteBuffer[] {memory(), ByteBuffer.allocate(128)}) {
            around("8 at 60 unknown 8 at 4 oneThread", () -> sum += buffer.getLong(60),
                () -> Turns.inTurn(() -> buffer.putInt(60, 1).putInt(64, 1)));
            around("4 at 29 unknown 4 at 5 oneThread", () -> sum += buffer.getInt(29),
                () -> Turns.inTurn(() -> buffer.put(30, (byte) 1)));
        }
        throughAFile();
        long address = Memory.address(memory());
        around("8 at 60 unknown", () -> sum += (long) UNSAFE.getDouble(address + 60),
            () -> Turns.inTurn(() -> UNSAFE.putInt(address + 64, 1)));
        byte[] array = new byte[128];
        around("8 at 4 oneThread", () -> sum += (long) ARRAY_LONGS.get(array, 60), () -> array[62] = 1);
        ByteBuffer unchanged = memory();
        around("8 at 60 oneThread", () -> sum += unchanged.getLong(60),
            () -> Turns.inTurn(() -> unchanged.putInt(56, 1).putInt(68, 1)));
        ByteBuffer constant = memory();
        Part read = () -> sum += constant.getLong(60);
        Expected.inTurn("8 at 60 ordered", read, read, read);
        ByteBuffer written = memory();
        around("8 at 60 oneThread", () -> {
            sum += written.getLong(60);
            written.putLong(60, sum + 1);
            sum += written.getLong(60);
        }, () -> { });
        ByteBuffer turned = memory().put(61, (byte) 1);
        around("8 at 60 oneThread", () -> sum += turned.getLong(60), () -> turned.order(ByteOrder.BIG_ENDIAN));
        System.out.println(sum);
    }

    /** Makes an access before and after a change. */
    private static void around(String truth, Part access, Turns.Part change) throws Exception {
        Expected.say(truth, access);
        access.run();
        change.run();
        access.run();
    }

    private static ByteBuffer memory() {
        ByteBuffer memory = direct(128);
        KEPT.add(memory);
        return memory;
    }

    private static void throughAFile() throws Exception {
        Path path = Files.write(Path.of("changed"), new byte[128]);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            MappedByteBuffer mapped = file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, 128);
            around("8 at 60 unknown", () -> sum += mapped.getLong(60), () -> {
                file.seek(62);
                file.write(1);
            });
        }
    }
}
