// SPDX-License-Identifier: Apache-2.0
//DEPS org.infinispan:infinispan-core:15.2.6.Final
//LIBRARY org.infinispan.commons
package tried;

import org.infinispan.Cache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.cache.StorageType;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;

/** Runs an embedded, off-heap Infinispan cache without a cluster. */
final class InfinispanOffHeap {
    public static void main(String[] args) throws Exception {
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder().nonClusteredDefault();
        global.globalState().disable().metrics().gauges(false);
        ConfigurationBuilder offHeap = new ConfigurationBuilder();
        offHeap.memory().storage(StorageType.OFF_HEAP).maxSize("64MB");
        try (DefaultCacheManager manager = new DefaultCacheManager(global.build())) {
            manager.defineConfiguration("map", offHeap.build());
            Cache<String, byte[]> cache = manager.getCache("map");
            Work.onMap(10, 10_000, cache::put, cache::get);
        }
    }
}
