// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Writes a value on one thread, twice, and copies it in between on another, in a method named after the copy. */
public final class BulkReads {
    private static final int BYTES = 128;
    private static long sum;

    /** Reads a buffer as a whole, leaving its position unchanged. */
    private interface Copy {
        void of(ByteBuffer buffer) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        for (Copy copy : new Copy[] {BulkReads::get, BulkReads::put, BulkReads::longs, BulkReads::written,
            BulkReads::gathered, BulkReads::sent, BulkReads::compared}) {
            copied(ByteBuffer.allocateDirect(BYTES + 64).alignedSlice(64).slice(0, BYTES), copy);
            copied(ByteBuffer.allocate(BYTES), copy);
        }
        copied(ByteBuffer.allocateDirect(BYTES + 64).alignedSlice(64).slice(0, BYTES), BulkReads::copyMemory);
        copied(ByteBuffer.allocateDirect(BYTES + 64).alignedSlice(64).slice(0, BYTES), BulkReads::directChecksum);
        for (Copy copy : new Copy[] {BulkReads::arraycopy, BulkReads::copyOf, BulkReads::copyOfRange,
            BulkReads::cloned, BulkReads::copyArray, BulkReads::equal, BulkReads::equalParts, BulkReads::string,
            BulkReads::streamed, BulkReads::checksum, BulkReads::heapChecksum,
            BulkReads::heapDigest, BulkReads::mac, BulkReads::encoded}) {
            copied(ByteBuffer.allocate(BYTES), copy);
        }
        beside();
        System.out.println(sum);
    }

    private static void copied(ByteBuffer buffer, Copy copy) throws Exception {
        buffer.order(ByteOrder.nativeOrder());
        write(buffer);
        Turns.inTurn(() -> copy.of(buffer));
        write(buffer);
    }

    static void write(ByteBuffer buffer) {
        buffer.putLong(60, ++sum);
    }

    static void get(ByteBuffer buffer) {
        buffer.get(0, new byte[BYTES]);
    }

    static void put(ByteBuffer buffer) {
        ByteBuffer.allocate(BYTES).put(buffer.duplicate());
    }

    static void longs(ByteBuffer buffer) {
        buffer.asLongBuffer().get(0, new long[BYTES / Long.BYTES]);
    }

    static void written(ByteBuffer buffer) throws IOException {
        try (FileChannel file = file()) {
            file.write(buffer.duplicate());
        }
    }

    static void gathered(ByteBuffer buffer) throws IOException {
        try (FileChannel file = file()) {
            file.write(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocateDirect(1), buffer.duplicate()});
        }
    }

    private static FileChannel file() throws IOException {
        return FileChannel.open(Path.of("copy"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    static void sent(ByteBuffer buffer) throws IOException {
        try (DatagramChannel sender = DatagramChannel.open();
             DatagramChannel receiver =
                 DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            sender.send(buffer.duplicate(), receiver.getLocalAddress());
        }
    }

    static void compared(ByteBuffer buffer) {
        sum += buffer.duplicate().mismatch(ByteBuffer.allocateDirect(BYTES));
    }

    static void copyMemory(ByteBuffer buffer) {
        Memory.UNSAFE.copyMemory(Memory.address(buffer) + 56, Memory.pages(1), 16);
    }

    static void arraycopy(ByteBuffer buffer) {
        System.arraycopy(buffer.array(), 60, new byte[8], 0, 8);
    }

    static void copyOf(ByteBuffer buffer) {
        sum += Arrays.copyOf(buffer.array(), 2 * BYTES).length;
    }

    static void copyOfRange(ByteBuffer buffer) {
        sum += Arrays.copyOfRange(buffer.array(), 60, 68).length;
    }

    static void cloned(ByteBuffer buffer) {
        sum += buffer.array().clone().length;
    }

    static void copyArray(ByteBuffer buffer) {
        Memory.UNSAFE.copyMemory(buffer.array(), sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET + 60L, new byte[8],
            sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET, 8);
    }

    static void equal(ByteBuffer buffer) {
        sum += Arrays.equals(new byte[BYTES], buffer.array()) ? 1 : 0;
    }

    static void equalParts(ByteBuffer buffer) {
        sum += Arrays.mismatch(buffer.array(), 60, 68, new byte[8], 0, 8);
    }

    static void string(ByteBuffer buffer) {
        sum += new String(buffer.array(), 60, 8, StandardCharsets.ISO_8859_1).length();
    }

    static void streamed(ByteBuffer buffer) throws IOException {
        OutputStream.nullOutputStream().write(buffer.array());
    }

    static void directChecksum(ByteBuffer buffer) {
        CRC32C checksum = new CRC32C();
        checksum.update(buffer.slice(60, 8));
        sum += checksum.getValue();
    }

    static void heapChecksum(ByteBuffer buffer) {
        Adler32 checksum = new Adler32();
        checksum.update(buffer.slice(60, 8));
        sum += checksum.getValue();
    }

    static void heapDigest(ByteBuffer buffer) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(buffer.slice(60, 8));
        sum += digest.digest()[0];
    }

    static void mac(ByteBuffer buffer) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(new byte[] {1}, "HmacSHA256"));
        mac.update(buffer.array(), 60, 8);
        sum += mac.doFinal()[0];
    }

    static void encoded(ByteBuffer buffer) {
        sum += Base64.getEncoder().encodeToString(buffer.array()).length();
    }

    static void checksum(ByteBuffer buffer) {
        CRC32 checksum = new CRC32();
        checksum.update(buffer.array(), 60, 8);
        sum += checksum.getValue();
    }

    /** Another thread copies the bytes on both sides of the value. */
    private static void beside() throws Exception {
        byte[] array = new byte[BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(array);
        besideWrite(buffer);
        Turns.inTurn(() -> {
            System.arraycopy(array, 0, new byte[60], 0, 60);
            sum += new String(array, 0, 60, StandardCharsets.ISO_8859_1).length();
            sum += Arrays.equals(array, 68, BYTES, array, 0, 60) ? 1 : 0;
            sum += Arrays.copyOf(array, 60).length + Arrays.copyOfRange(array, 68, BYTES).length;
            buffer.get(0, new byte[60]).get(68, new byte[60]);
        });
        besideWrite(buffer);
    }

    static void besideWrite(ByteBuffer buffer) {
        buffer.putLong(60, ++sum);
    }

    private BulkReads() {
    }
}
