// SPDX-License-Identifier: Apache-2.0
//DEPS org.caffinitas.ohc:ohc-core:0.7.4
//DEPS org.slf4j:slf4j-nop:1.7.36
//RUNTIME_OPTIONS -Dorg.caffinitas.ohc.allocator=unsafe
package tried;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.caffinitas.ohc.CacheSerializer;
import org.caffinitas.ohc.Eviction;
import org.caffinitas.ohc.OHCache;
import org.caffinitas.ohc.OHCacheBuilder;

/** OHC, the off-heap cache: entries of its own in native memory, with counted references. */
final class OhcCache {
    private OhcCache() {
    }

    public static void main(String[] args) throws Exception {
        try (OHCache<byte[], byte[]> cache = OHCacheBuilder.<byte[], byte[]>newBuilder().keySerializer(new Bytes())
            .valueSerializer(new Bytes()).capacity(64 << 20).eviction(Eviction.LRU).build()) {
            Work.onMap(10, 50_000, (key, value) -> cache.put(key.getBytes(StandardCharsets.UTF_8), value),
                key -> cache.get(key.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static final class Bytes implements CacheSerializer<byte[]> {
        @Override
        public void serialize(byte[] value, ByteBuffer buffer) {
            buffer.putInt(value.length).put(value);
        }

        @Override
        public byte[] deserialize(ByteBuffer buffer) {
            byte[] value = new byte[buffer.getInt()];
            buffer.get(value);
            return value;
        }

        @Override
        public int serializedSize(byte[] value) {
            return Integer.BYTES + value.length;
        }
    }
}
