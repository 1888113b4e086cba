// SPDX-License-Identifier: Apache-2.0
//DEPS org.caffinitas.ohc:ohc-core:0.7.4
//DEPS org.slf4j:slf4j-nop:1.7.36
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
//LIBRARY org.caffinitas.ohc.linked.Uns
package tried;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.caffinitas.ohc.CacheSerializer;
import org.caffinitas.ohc.OHCache;
import org.caffinitas.ohc.OHCacheBuilder;

/** Runs an off-heap cache of OHC. */
final class OhcCache {
    /** Stores bytes after their number. */
    private interface Bytes<T> extends CacheSerializer<T> {
        byte[] bytes(T value);

        T value(byte[] bytes);

        @Override
        default void serialize(T value, ByteBuffer to) {
            byte[] bytes = bytes(value);
            to.putInt(bytes.length).put(bytes);
        }

        @Override
        default T deserialize(ByteBuffer from) {
            byte[] bytes = new byte[from.getInt()];
            from.get(bytes);
            return value(bytes);
        }

        @Override
        default int serializedSize(T value) {
            return Integer.BYTES + bytes(value).length;
        }
    }

    public static void main(String[] args) throws Exception {
        OHCacheBuilder<String, byte[]> builder = OHCacheBuilder.newBuilder();
        try (OHCache<String, byte[]> cache = builder.keySerializer(new Texts()).valueSerializer(new Blocks())
            .capacity(64 << 20).build()) {
            Work.onMap(10, 100_000, cache::put, cache::get);
        }
    }

    private static final class Texts implements Bytes<String> {
        @Override
        public byte[] bytes(String value) {
            return value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String value(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static final class Blocks implements Bytes<byte[]> {
        @Override
        public byte[] bytes(byte[] value) {
            return value;
        }

        @Override
        public byte[] value(byte[] bytes) {
            return bytes;
        }
    }
}
