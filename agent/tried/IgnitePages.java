// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.ignite:ignite-core:2.17.0
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.access=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.management/com.sun.jmx.mbeanserver=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.reflect.generics.reflectiveObjects=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.util.concurrent=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.lang.invoke=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.math=ALL-UNNAMED --add-opens=java.sql/java.sql=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.net=ALL-UNNAMED --add-opens=java.base/java.time=ALL-UNNAMED
//RUNTIME_OPTIONS -DIGNITE_QUIET=true -DIGNITE_NO_ASCII=true -DIGNITE_UPDATE_NOTIFIER=false
//LIBRARY org.apache.ignite.internal.util.GridUnsafe
//LIBRARY org.apache.ignite.internal.pagemem.PageUtils
package tried;

import java.util.List;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterState;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/** Ignite, one node: pages off the heap, checkpoints, and a write-ahead log in a mapped file. */
final class IgnitePages {
    private IgnitePages() {
    }

    public static void main(String[] args) throws Exception {
        DataStorageConfiguration storage = new DataStorageConfiguration().setCheckpointFrequency(1_000)
            .setWalSegmentSize(4 << 20).setDefaultDataRegionConfiguration(
                new DataRegionConfiguration().setPersistenceEnabled(true).setInitialSize(32 << 20)
                    .setMaxSize(64 << 20));
        IgniteConfiguration configuration = new IgniteConfiguration().setWorkDirectory(args[0])
            .setLocalHost("127.0.0.1").setDataStorageConfiguration(storage).setMetricsLogFrequency(0)
            .setDiscoverySpi(new TcpDiscoverySpi().setIpFinder(
                new TcpDiscoveryVmIpFinder().setAddresses(List.of("127.0.0.1:47500"))));
        try (Ignite ignite = Ignition.start(configuration)) {
            ignite.cluster().state(ClusterState.ACTIVE);
            IgniteCache<String, byte[]> cache = ignite.getOrCreateCache("map");
            Work.onMap(6, 3_000, cache::put, cache::get);
        }
    }
}
