// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads values, each in a method of its own, before and after they are changed in a way that is not watched. */
public final class Changed {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final ByteBuffer CONSTANT = direct();
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        for (ByteBuffer buffer : new ByteBuffer[] {direct(), ByteBuffer.allocate(128)}) {
            inParts(buffer);
            inBytes(buffer);
        }
        throughAFile();
        throughUnsafe(direct());
        anArray();
        unchanged(direct());
        Turns.inTurn(() -> constantRead(CONSTANT), () -> constantRead(CONSTANT), () -> constantRead(CONSTANT));
        written(direct());
        inBothOrders(direct());
        System.out.println(sum);
    }

    private static void inParts(ByteBuffer buffer) throws Exception {
        partsRead(buffer);
        Turns.inTurn(() -> buffer.putInt(60, 1).putInt(64, 1));
        partsRead(buffer);
    }

    static void partsRead(ByteBuffer buffer) {
        sum += buffer.getLong(60);
    }

    private static void inBytes(ByteBuffer buffer) throws Exception {
        bytesRead(buffer);
        Turns.inTurn(() -> buffer.put(30, (byte) 1));
        bytesRead(buffer);
    }

    static void bytesRead(ByteBuffer buffer) {
        sum += buffer.getInt(29);
    }

    private static void throughAFile() throws IOException {
        Path path = Files.write(Path.of("changed"), new byte[128]);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            MappedByteBuffer mapped = file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, 128);
            fileRead(mapped);
            file.seek(62);
            file.write(1);
            fileRead(mapped);
        }
    }

    static void fileRead(ByteBuffer mapped) {
        sum += mapped.getLong(60);
    }

    private static void throughUnsafe(ByteBuffer buffer) throws Exception {
        unsafeRead(buffer);
        Turns.inTurn(() -> Memory.UNSAFE.putInt(Memory.address(buffer) + 64, 1));
        unsafeRead(buffer);
    }

    static void unsafeRead(ByteBuffer buffer) {
        sum += (long) Memory.UNSAFE.getDouble(Memory.address(buffer) + 60);
    }

    private static void anArray() {
        byte[] array = new byte[128];
        arrayRead(array);
        array[62] = 1;
        arrayRead(array);
    }

    static void arrayRead(byte[] array) {
        sum += (long) LONGS.get(array, 60);
    }

    private static void unchanged(ByteBuffer buffer) throws Exception {
        unchangedRead(buffer);
        Turns.inTurn(() -> buffer.putInt(56, 1).putInt(68, 1));
        unchangedRead(buffer);
    }

    static void unchangedRead(ByteBuffer buffer) {
        sum += buffer.getLong(60);
    }

    static void constantRead(ByteBuffer buffer) {
        sum += buffer.getLong(60);
    }

    private static void written(ByteBuffer buffer) {
        writtenUse(buffer, 1);
        writtenUse(buffer, 2);
    }

    static void writtenUse(ByteBuffer buffer, long value) {
        sum += buffer.getLong(60);
        buffer.putLong(60, value);
        sum += buffer.getLong(60);
    }

    private static void inBothOrders(ByteBuffer buffer) {
        buffer.put(61, (byte) 1);
        bothOrdersRead(buffer);
        bothOrdersRead(buffer.order(ByteOrder.BIG_ENDIAN));
    }

    static void bothOrdersRead(ByteBuffer buffer) {
        sum += buffer.getLong(60);
    }

    private static ByteBuffer direct() {
        return ByteBuffer.allocateDirect(192).alignedSlice(64).slice(0, 128).order(ByteOrder.nativeOrder());
    }

    private Changed() {
    }
}
