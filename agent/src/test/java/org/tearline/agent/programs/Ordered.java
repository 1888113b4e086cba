// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Passes values on through aligned words, or fails to. The methods of a pair have the same name before the last word.
 */
public final class Ordered {
    private static final int TIMES = 200;
    /** More than can have times at once. */
    private static final int THREADS = 300;
    private static final long NATIVE = Memory.pages(1);
    private static final long CHAINED = Memory.pages(1) + 60;
    private static final long ENDED = Memory.pages(1) + 60;
    private static final Lock LOCK = new ReentrantLock();
    private static final byte[] WORD = new byte[16];
    private static final long IN_WORD = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final VarHandle LONGS =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final ByteBuffer BUFFER =
        ByteBuffer.allocateDirect(192).alignedSlice(64).slice(0, 128).order(ByteOrder.nativeOrder());
    private static final Semaphore FREE = new Semaphore(1);
    private static final Semaphore FULL = new Semaphore(0);
    private static final StampedLock STAMPED = new StampedLock();
    private static final BlockingQueue<String> SENT = new LinkedBlockingQueue<>();
    private static final BlockingQueue<String> RECEIVED = new LinkedBlockingQueue<>();
    private static int stampedTurn;
    private static MappedByteBuffer one;
    private static MappedByteBuffer other;
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        Turns.together(Ordered::ringWrite, Ordered::ringRead);
        Turns.together(Ordered::heapWrite, Ordered::heapRead);
        Turns.together(Ordered::viewWrite, Ordered::viewRead);
        Turns.together(Ordered::permitWrite, Ordered::permitRead);
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        Turns.together(() -> latchRead(written, read), () -> latchWrite(written, read));
        Turns.together(Ordered::stampedWrite, Ordered::stampedRead);
        for (int i = 0; i < THREADS; i++) {
            joinedUse();
            Thread thread = new Thread(Ordered::joinedUse);
            thread.start();
            thread.join();
        }
        endedWrite();
        Thread[] locking = {new Thread(Ordered::endedUse), new Thread(Ordered::endedUse)};
        for (Thread thread : locking) {
            thread.start();
        }
        for (Thread thread : locking) {
            thread.join();
        }
        endedRead();
        Turns.together(Ordered::queueWrite, Ordered::queueRead);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        ExecutorService other = Executors.newSingleThreadExecutor();
        for (int i = 0; i < TIMES; i++) {
            taskUse();
            executor.submit(Ordered::taskUse).get();
            CompletableFuture.runAsync(Ordered::taskUse, executor).join();
            chainedUse();
            CompletableFuture<Void> first = CompletableFuture.runAsync(Ordered::chainedUse, executor);
            first.thenRunAsync(Ordered::chainedUse, other).join();
        }
        executor.shutdown();
        other.shutdown();
        mapTwice();
        Turns.together(Ordered::mappedWrite, Ordered::mappedRead);
        Turns.together(Ordered::lockedWrite, Ordered::lockedRead);
        for (int i = 0; i < 3; i++) {
            lateWrite();
            plainWrite();
            misalignedWrite();
            otherWordWrite();
            // The agent does not know that one thread waits for another to end.
            Turns.inTurn(Ordered::lateRead, Ordered::plainRead, Ordered::misalignedRead, Ordered::otherWordRead);
        }
        System.out.println(sum);
    }

    static void ringWrite() {
        for (int i = 1; i <= TIMES; i++) {
            Memory.UNSAFE.putLong(NATIVE + 60, i);
            Memory.UNSAFE.putOrderedLong(null, NATIVE, i);
            awaitLong(null, NATIVE + 8, i);
        }
    }

    static void ringRead() {
        for (int i = 1; i <= TIMES; i++) {
            awaitLong(null, NATIVE, i);
            sum += Memory.UNSAFE.getLong(NATIVE + 60);
            Memory.UNSAFE.putOrderedLong(null, NATIVE + 8, i);
        }
    }

    static void heapWrite() {
        for (int i = 1; i <= TIMES; i++) {
            Memory.UNSAFE.putLong(NATIVE + 124, i);
            Memory.UNSAFE.putOrderedLong(WORD, IN_WORD, i);
            awaitLong(WORD, IN_WORD + 8, i);
        }
    }

    static void heapRead() {
        for (int i = 1; i <= TIMES; i++) {
            awaitLong(WORD, IN_WORD, i);
            sum += Memory.UNSAFE.getLong(NATIVE + 124);
            Memory.UNSAFE.putLongVolatile(WORD, IN_WORD + 8, i);
        }
    }

    static void viewWrite() {
        for (int i = 1; i <= TIMES; i++) {
            BUFFER.putLong(60, i);
            LONGS.setRelease(BUFFER, 0, (long) i);
            while ((long) LONGS.getAcquire(BUFFER, 8) != i) {
                Thread.yield();
            }
        }
    }

    static void viewRead() {
        for (int i = 1; i <= TIMES; i++) {
            while (!LONGS.compareAndSet(BUFFER, 0, (long) i, 0L)) {
                Thread.yield();
            }
            sum += BUFFER.getLong(60);
            LONGS.setVolatile(BUFFER, 8, (long) i);
        }
    }

    static void permitWrite() throws InterruptedException {
        for (int i = 0; i < TIMES; i++) {
            FREE.acquire();
            Memory.UNSAFE.putLong(NATIVE + 572, i);
            FULL.release();
        }
    }

    static void permitRead() throws InterruptedException {
        for (int i = 0; i < TIMES; i++) {
            FULL.acquire();
            sum += Memory.UNSAFE.getLong(NATIVE + 572);
            FREE.release();
        }
    }

    static void latchWrite(CountDownLatch written, CountDownLatch read) throws InterruptedException {
        Memory.UNSAFE.putLong(NATIVE + 636, 1);
        written.countDown();
        read.await();
        Memory.UNSAFE.putLong(NATIVE + 636, 2);
    }

    static void latchRead(CountDownLatch written, CountDownLatch read) throws InterruptedException {
        written.await();
        sum += Memory.UNSAFE.getLong(NATIVE + 636);
        read.countDown();
    }

    static void stampedWrite() {
        for (int i = 1; i <= TIMES; i++) {
            long stamp;
            for (stamp = STAMPED.writeLock(); stampedTurn != 2 * i - 2; stamp = STAMPED.writeLock()) {
                STAMPED.unlockWrite(stamp);
                Thread.yield();
            }
            Memory.UNSAFE.putLong(NATIVE + 700, i);
            stampedTurn++;
            STAMPED.unlock(stamp);
        }
    }

    static void stampedRead() {
        for (int i = 1; i <= TIMES; i++) {
            long stamp;
            for (stamp = STAMPED.readLock(); stampedTurn != 2 * i - 1; stamp = STAMPED.readLock()) {
                STAMPED.unlockRead(stamp);
                Thread.yield();
            }
            sum += Memory.UNSAFE.getLong(NATIVE + 700);
            stampedTurn++;
            STAMPED.unlockRead(stamp);
        }
    }

    static void joinedUse() {
        sum += Memory.UNSAFE.getLong(NATIVE + 764);
        Memory.UNSAFE.putLong(NATIVE + 764, 1);
    }

    static void endedWrite() {
        Memory.UNSAFE.putLong(ENDED, 1);
    }

    static void endedUse() {
        for (int i = 0; i < TIMES; i++) {
            LOCK.lock();
            try {
                Memory.UNSAFE.putLong(ENDED, Memory.UNSAFE.getLong(ENDED) + 1);
            } finally {
                LOCK.unlock();
            }
        }
    }

    /** Needs no lock, as the threads have ended. */
    static void endedRead() {
        sum += Memory.UNSAFE.getLong(ENDED);
    }

    static void queueWrite() throws InterruptedException {
        for (int i = 0; i < TIMES; i++) {
            Memory.UNSAFE.putLong(NATIVE + 828, i);
            SENT.put(Integer.toString(i));
            RECEIVED.take();
        }
    }

    static void queueRead() throws InterruptedException {
        for (int i = 0; i < TIMES; i++) {
            String message = SENT.take();
            sum += Memory.UNSAFE.getLong(NATIVE + 828);
            RECEIVED.put(message + "!");
        }
    }

    static void chainedUse() {
        sum += Memory.UNSAFE.getLong(CHAINED);
        Memory.UNSAFE.putLong(CHAINED, 1);
    }

    static void taskUse() {
        sum += Memory.UNSAFE.getLong(NATIVE + 892);
        Memory.UNSAFE.putLong(NATIVE + 892, 1);
    }

    private static void mapTwice() throws IOException {
        Path path = Files.write(Path.of("ordered"), new byte[Memory.PAGE]);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            one = file.map(FileChannel.MapMode.READ_WRITE, 0, Memory.PAGE);
            other = file.map(FileChannel.MapMode.READ_WRITE, 0, Memory.PAGE);
        }
    }

    static void mappedWrite() {
        long address = Memory.address(one);
        for (int i = 1; i <= TIMES; i++) {
            Memory.UNSAFE.putLong(address + 60, i);
            Memory.UNSAFE.putOrderedLong(null, address, i);
            awaitLong(null, address + 8, i);
        }
    }

    static void mappedRead() {
        long address = Memory.address(other);
        for (int i = 1; i <= TIMES; i++) {
            awaitLong(null, address, i);
            sum += Memory.UNSAFE.getLong(address + 60);
            Memory.UNSAFE.putOrderedLong(null, address + 8, i);
        }
    }

    private static void awaitLong(Object base, long offset, long value) {
        while (Memory.UNSAFE.getLongVolatile(base, offset) != value) {
            Thread.yield();
        }
    }

    static void lockedWrite() {
        for (int i = 0; i < TIMES; i++) {
            lock(2 * i);
            Memory.UNSAFE.putLong(NATIVE + 188, i);
            unlock();
        }
    }

    static void lockedRead() {
        for (int i = 0; i < TIMES; i++) {
            lock(2 * i + 1);
            sum += Memory.UNSAFE.getLong(NATIVE + 188);
            unlock();
        }
    }

    /** Takes a spin lock when it was released as often as this. */
    private static void lock(int released) {
        while (true) {
            if (Memory.UNSAFE.compareAndSwapInt(null, NATIVE + 20, 0, 1)) {
                if (Memory.UNSAFE.getInt(NATIVE + 16) == released) {
                    return;
                }
                Memory.UNSAFE.putOrderedInt(null, NATIVE + 20, 0);
            }
            Thread.yield();
        }
    }

    private static void unlock() {
        Memory.UNSAFE.putInt(NATIVE + 16, Memory.UNSAFE.getInt(NATIVE + 16) + 1);
        Memory.UNSAFE.putOrderedInt(null, NATIVE + 20, 0);
    }

    /** Writes the value after the word. */
    static void lateWrite() {
        Memory.UNSAFE.getAndAddLong(null, NATIVE + 24, 1);
        Memory.UNSAFE.putLong(NATIVE + 252, 1);
    }

    static void lateRead() {
        Memory.UNSAFE.getAndAddLong(null, NATIVE + 24, 1);
        sum += Memory.UNSAFE.getLong(NATIVE + 252);
    }

    /** Only the write of the word is ordered. */
    static void plainWrite() {
        Memory.UNSAFE.putLong(NATIVE + 316, 1);
        Memory.UNSAFE.putOrderedLong(null, NATIVE + 32, 1);
    }

    static void plainRead() {
        sum += Memory.UNSAFE.getLong(NATIVE + 32) + Memory.UNSAFE.getLong(NATIVE + 316);
    }

    /** A word that may tear passes nothing on. */
    static void misalignedWrite() {
        Memory.UNSAFE.putLong(NATIVE + 380, 1);
        Memory.UNSAFE.putOrderedLong(null, NATIVE + 444, 1);
    }

    static void misalignedRead() {
        sum += Memory.UNSAFE.getLongVolatile(null, NATIVE + 444) + Memory.UNSAFE.getLong(NATIVE + 380);
    }

    static void otherWordWrite() {
        Memory.UNSAFE.putLong(NATIVE + 508, 1);
        Memory.UNSAFE.putOrderedLong(null, NATIVE + 40, 1);
    }

    static void otherWordRead() {
        sum += Memory.UNSAFE.getLongVolatile(null, NATIVE + 48) + Memory.UNSAFE.getLong(NATIVE + 508);
    }

    private Ordered() {
    }
}
