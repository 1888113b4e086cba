// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Memory.pages;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.tearline.agent.programs.Expected.Part;

/** Writes a value on one thread, twice, and copies it in between on another, in every way that is watched. */
public final class BulkReads {
    private static final int BYTES = 128;
    private static final String DIRECT = "8 at 60 unordered";
    private static final String HEAP = "8 at 4 unordered";
    private static long sum;

    /** Reads a buffer as a whole, leaving its position unchanged. */
    private interface Copy extends Serializable {
        void of(ByteBuffer buffer) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        Expected.say(DIRECT + " " + HEAP, "write");
        // First, since no values were in its memory before.
        parts();
        buffers();
        arrays();
        readers();
        beside();
        System.out.println(sum);
    }

    private static void buffers() throws Exception {
        both(buffer -> buffer.get(0, new byte[BYTES]));
        both(buffer -> ByteBuffer.allocate(BYTES).put(buffer.duplicate()));
        both(buffer -> buffer.asLongBuffer().get(0, new long[BYTES / Long.BYTES]));
        both(buffer -> {
            try (FileChannel file = file()) {
                file.write(buffer.duplicate());
            }
        });
        both(buffer -> {
            try (FileChannel file = file()) {
                file.write(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocateDirect(1), buffer.duplicate()});
            }
        });
        both(BulkReads::send);
        both(buffer -> sum += buffer.duplicate().mismatch(ByteBuffer.allocateDirect(BYTES)));
        direct(buffer -> UNSAFE.copyMemory(Memory.address(buffer) + 56, pages(1), 16));
        direct(buffer -> new CRC32C().update(buffer.slice(60, 8)));
        heap(buffer -> new Adler32().update(buffer.slice(60, 8)));
        heap(buffer -> MessageDigest.getInstance("SHA-256").update(buffer.slice(60, 8)));
    }

    private static void arrays() throws Exception {
        heap(buffer -> System.arraycopy(buffer.array(), 60, new byte[8], 0, 8));
        heap(buffer -> sum += Arrays.copyOf(buffer.array(), 2 * BYTES).length);
        heap(buffer -> sum += Arrays.copyOfRange(buffer.array(), 60, 68).length);
        heap(buffer -> sum += buffer.array().clone().length);
        long first = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;
        heap(buffer -> UNSAFE.copyMemory(buffer.array(), first + 60, new byte[8], first, 8));
        heap(buffer -> sum += Arrays.equals(new byte[BYTES], buffer.array()) ? 1 : 0);
        heap(buffer -> sum += Arrays.mismatch(buffer.array(), 60, 68, new byte[8], 0, 8));
    }

    private static void readers() throws Exception {
        heap(buffer -> sum += new String(buffer.array(), 60, 8, ISO_8859_1).length());
        heap(buffer -> OutputStream.nullOutputStream().write(buffer.array()));
        heap(buffer -> new CRC32().update(buffer.array(), 60, 8));
        heap(buffer -> {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(new byte[] {1}, "HmacSHA256"));
            mac.update(buffer.array(), 60, 8);
        });
        heap(buffer -> sum += Base64.getEncoder().encodeToString(buffer.array()).length());
    }

    private static void both(Copy copy) throws Exception {
        copied(DIRECT + " " + HEAP, Memory.direct(BYTES), copy);
        copied(DIRECT + " " + HEAP, ByteBuffer.allocate(BYTES), copy);
    }

    private static void direct(Copy copy) throws Exception {
        copied(DIRECT, Memory.direct(BYTES), copy);
    }

    private static void heap(Copy copy) throws Exception {
        copied(HEAP, ByteBuffer.allocate(BYTES), copy);
    }

    private static void copied(String truth, ByteBuffer buffer, Copy copy) throws Exception {
        Expected.say(truth, copy);
        buffer.order(ByteOrder.nativeOrder());
        Turns.around(() -> write(buffer), () -> copy.of(buffer));
    }

    static void write(ByteBuffer buffer) {
        buffer.putLong(60, ++sum);
    }

    private static FileChannel file() throws IOException {
        return FileChannel.open(Path.of("copy"), CREATE, WRITE);
    }

    private static void send(ByteBuffer buffer) throws IOException {
        try (DatagramChannel sender = DatagramChannel.open();
             DatagramChannel receiver = DatagramChannel.open().bind(Channels.anyPort())) {
            sender.send(buffer.duplicate(), receiver.getLocalAddress());
        }
    }

    /** Another thread copies the bytes on both sides of the value. */
    private static void beside() throws Exception {
        byte[] array = new byte[BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(array);
        Part write = () -> buffer.putLong(60, ++sum);
        Expected.say("8 at 4 oneThread", write);
        Turns.around(write, () -> {
            System.arraycopy(array, 0, new byte[60], 0, 60);
            sum += new String(array, 0, 60, ISO_8859_1).length();
            sum += Arrays.equals(array, 68, BYTES, array, 0, 60) ? 1 : 0;
            sum += Arrays.copyOf(array, 60).length + Arrays.copyOfRange(array, 68, BYTES).length;
            buffer.get(0, new byte[60]).get(68, new byte[60]);
        });
    }

    /** Two threads fill parts of a value at once: first parts that share no byte, and then those of another that do. */
    private static void parts() throws Exception {
        for (int shared = 0; shared < 2; shared++) {
            long at = pages(1) + 60;
            int count = 24 + shared;
            Part first = () -> UNSAFE.setMemory(at - 20, count, (byte) 1);
            Part last = () -> UNSAFE.setMemory(at + 4, 20, (byte) 1);
            UNSAFE.putLong(at, 1);
            Turns.startAndJoin(first, last);
            sum += UNSAFE.getLong(at);
            Expected.say("8 at 60 unordered ordered", first, last);
        }
        Expected.say("8 at 60 unordered ordered", "parts");
    }
}
