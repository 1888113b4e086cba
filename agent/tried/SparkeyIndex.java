// SPDX-License-Identifier: Apache-2.0
//DEPS com.spotify.sparkey:sparkey:3.2.5
//LIBRARY com.spotify.sparkey
package tried;

import com.spotify.sparkey.Sparkey;
import com.spotify.sparkey.SparkeyReader;
import com.spotify.sparkey.SparkeyWriter;
import java.io.File;
import java.io.IOException;

/** Writes a log and hash index with Sparkey while two threads look up the keys of the previous round. */
final class SparkeyIndex {
    private static final int KEYS = 100_000;

    public static void main(String[] args) throws Exception {
        write(args[0], 0);
        Work.run(3, 10, 3L * KEYS, (thread, round) -> thread == 0 ? write(args[0], round + 1) : read(args[0], round));
    }

    private static long write(String folder, int round) throws IOException {
        try (SparkeyWriter writer = Sparkey.createNew(new File(folder, round + ".spi"))) {
            for (int key = 0; key < KEYS; key++) {
                writer.put("key " + key, "value ".repeat(key % 4) + (key + round));
            }
            writer.writeHash();
        }
        return round;
    }

    private static long read(String folder, int round) throws IOException {
        long sum = 0;
        try (SparkeyReader reader = Sparkey.open(new File(folder, round + ".spi"))) {
            for (int key = 0; key < KEYS; key++) {
                sum += reader.getAsString("key " + key).hashCode();
            }
        }
        return sum;
    }
}
