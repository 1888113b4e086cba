// SPDX-License-Identifier: Apache-2.0
//DEPS com.h2database:h2-mvstore:2.3.232
package tried;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.OffHeapStore;

/** Runs a map of H2's MVStore in off-heap memory, with a cache that is too small for it. */
final class MvStoreMap {
    public static void main(String[] args) throws Exception {
        try (MVStore store = new MVStore.Builder().fileStore(new OffHeapStore()).cacheSize(1).open()) {
            MVMap<String, byte[]> map = store.openMap("map");
            Work.onMap(10, 50_000, map::put, map::get);
        }
    }
}
