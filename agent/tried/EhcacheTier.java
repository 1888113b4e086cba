// SPDX-License-Identifier: Apache-2.0
//DEPS org.ehcache:ehcache:3.6.3
//DEPS org.slf4j:slf4j-nop:1.7.36
//LIBRARY org.ehcache.impl.internal.store.offheap
//LIBRARY org.terracotta.offheapstore
package tried;

import org.ehcache.Cache;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.MemoryUnit;

/** Runs an Ehcache cache that has only an off-heap tier. */
final class EhcacheTier {
    public static void main(String[] args) throws Exception {
        try (CacheManager manager = CacheManagerBuilder.newCacheManagerBuilder().build(true)) {
            ResourcePoolsBuilder offHeap = ResourcePoolsBuilder.newResourcePoolsBuilder().offheap(64, MemoryUnit.MB);
            Cache<String, byte[]> cache = manager.createCache("map",
                CacheConfigurationBuilder.newCacheConfigurationBuilder(String.class, byte[].class, offHeap));
            Work.onMap(10, 200_000, cache::put, cache::get);
        }
    }
}
