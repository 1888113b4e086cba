// SPDX-License-Identifier: Apache-2.0
//DEPS org.lz4:lz4-java:1.8.0
//LIBRARY net.jpountz.util
package tried;

import java.util.concurrent.atomic.AtomicReferenceArray;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FastDecompressor;

/** Compresses blocks with the Java code of lz4-java, which two other threads decompress. */
final class Lz4Blocks {
    private static final int BLOCKS = 20_000;
    private static final int LATEST = 100;
    private static final int BYTES = 4_000;

    public static void main(String[] args) throws Exception {
        AtomicReferenceArray<byte[]> latest = new AtomicReferenceArray<>(LATEST);
        LZ4Compressor compressor = LZ4Factory.unsafeInstance().fastCompressor();
        LZ4FastDecompressor decompressor = LZ4Factory.unsafeInstance().fastDecompressor();
        Work.run(3, 10, 3L * BLOCKS, (thread, round) -> {
            for (int i = 0; i < BLOCKS; i++) {
                if (thread == 0) {
                    latest.set(i % LATEST, compressor.compress(block(i % LATEST)));
                } else if (latest.get(i % LATEST) != null) {
                    byte[] read = decompressor.decompress(latest.get(i % LATEST), BYTES);
                    if (Work.sum(read) != Work.sum(block(i % LATEST))) {
                        throw new AssertionError("block " + i);
                    }
                }
            }
            return round;
        });
    }

    private static byte[] block(int number) {
        byte[] block = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            block[i] = (byte) (i * i % 97 / 10 * number);
        }
        return block;
    }
}
