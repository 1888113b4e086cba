// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.ignite:ignite-core:2.17.0
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.access=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.util.calendar=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.management/com.sun.jmx.mbeanserver=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.io=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=jdk.internal.jvmstat/sun.jvmstat.monitor=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.reflect.generics.reflectiveObjects=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.net=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.util.concurrent=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.lang.invoke=ALL-UNNAMED --add-opens=java.base/java.math=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.time=ALL-UNNAMED --add-opens=java.sql/java.sql=ALL-UNNAMED
//RUNTIME_OPTIONS -DIGNITE_QUIET=true -DIGNITE_UPDATE_NOTIFIER=false -Djava.net.preferIPv4Stack=true
//LIBRARY org.apache.ignite.internal.util.GridUnsafe
//LIBRARY org.apache.ignite.internal.pagemem.PageUtils
package tried;

import java.util.List;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.configuration.WALMode;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/** Runs a cache with persistence on one node of Ignite that joins no other. */
final class IgniteStore {
    public static void main(String[] args) throws Exception {
        DataRegionConfiguration region = new DataRegionConfiguration().setPersistenceEnabled(true)
            .setInitialSize(64 << 20).setMaxSize(128 << 20);
        TcpDiscoverySpi alone = new TcpDiscoverySpi().setIpFinder(
            new TcpDiscoveryVmIpFinder().setAddresses(List.of("127.0.0.1:47500")));
        IgniteConfiguration node = new IgniteConfiguration().setWorkDirectory(args[0]).setLocalHost("127.0.0.1")
            .setDiscoverySpi(alone.setLocalPortRange(0)).setMetricsLogFrequency(0)
            .setDataStorageConfiguration(new DataStorageConfiguration().setWalMode(WALMode.LOG_ONLY)
                .setWalSegmentSize(8 << 20).setDefaultDataRegionConfiguration(region));
        try (Ignite ignite = Ignition.start(node)) {
            ignite.cluster().state(ClusterState.ACTIVE);
            IgniteCache<String, byte[]> cache = ignite.createCache(new CacheConfiguration<>("map"));
            Work.onMap(10, 10_000, cache::put, cache::get);
        }
    }
}
