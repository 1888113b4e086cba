// SPDX-License-Identifier: Apache-2.0
//DEPS org.lmdbjava:lmdbjava:0.9.1
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
//LIBRARY org.lmdbjava
package tried;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** Puts records of 13 bytes with lmdbjava while two threads read their fields in the mapped file. */
final class LmdbIndex {
    private static final int KEYS = 100_000;

    public static void main(String[] args) throws Exception {
        try (Env<ByteBuffer> env = Env.create().setMapSize(1L << 28).setMaxDbs(1)
            .open(Path.of(args[0]).toFile(), EnvFlags.MDB_NOSYNC, EnvFlags.MDB_WRITEMAP)) {
            Dbi<ByteBuffer> map = env.openDbi("map", DbiFlags.MDB_CREATE);
            write(env, map, 0);
            Work.run(3, 10, 3L * KEYS, (thread, round) -> thread == 0 ? write(env, map, round) : read(env, map));
        }
    }

    private static long write(Env<ByteBuffer> env, Dbi<ByteBuffer> map, int round) {
        ByteBuffer key = ByteBuffer.allocateDirect(Integer.BYTES);
        try (Txn<ByteBuffer> change = env.txnWrite()) {
            for (int i = 0; i < KEYS; i++) {
                ByteBuffer value = map.reserve(change, key.putInt(0, i), 1 + Long.BYTES + Integer.BYTES);
                value.put((byte) round).putLong((long) i * round).putInt(i);
            }
            change.commit();
        }
        return round;
    }

    private static long read(Env<ByteBuffer> env, Dbi<ByteBuffer> map) {
        ByteBuffer key = ByteBuffer.allocateDirect(Integer.BYTES);
        long sum = 0;
        try (Txn<ByteBuffer> view = env.txnRead()) {
            for (int i = 0; i < KEYS; i++) {
                ByteBuffer value = map.get(view, key.putInt(0, i));
                byte round = value.get();
                if (value.getLong() != (long) i * round) {
                    throw new AssertionError("key " + i);
                }
                sum += value.getInt();
            }
        }
        return sum;
    }
}
