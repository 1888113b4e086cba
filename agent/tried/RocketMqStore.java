// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.rocketmq:rocketmq-store:5.5.1
//RUNTIME_OPTIONS --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED
package tried;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.rocketmq.common.BrokerConfig;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageExtBrokerInner;
import org.apache.rocketmq.store.DefaultMessageStore;
import org.apache.rocketmq.store.GetMessageResult;
import org.apache.rocketmq.store.QueryMessageResult;
import org.apache.rocketmq.store.config.MessageStoreConfig;
import org.apache.rocketmq.store.stats.BrokerStatsManager;

/** RocketMQ's message store: mapped log, queues and index; one thread stores, one reads the queue, one asks by key. */
final class RocketMqStore {
    /** In one round few enough for the agent to tell their values apart, 8,192 in all, with the option plain, too. */
    private static final int MESSAGES = 400;
    private static final int ROUNDS = 50;
    private static final InetSocketAddress HOST = new InetSocketAddress("127.0.0.1", 10911);

    private RocketMqStore() {
    }

    public static void main(String[] args) throws Exception {
        MessageStoreConfig configuration = new MessageStoreConfig();
        configuration.setStorePathRootDir(args[0]);
        configuration.setStorePathCommitLog(args[0] + "/commitlog");
        configuration.setMappedFileSizeCommitLog(16 << 20);
        configuration.setMaxHashSlotNum(10_000);
        configuration.setMaxIndexNum(40_000);
        configuration.setHaListenPort(0);
        configuration.setTimerWheelEnable(false);
        BrokerConfig broker = new BrokerConfig();
        DefaultMessageStore store = new DefaultMessageStore(configuration, new BrokerStatsManager("tried", false),
            (topic, queue, offset, tags, time, filter, properties) -> { }, broker, new ConcurrentHashMap<>());
        if (!store.load()) {
            throw new IllegalStateException("the store does not load");
        }
        store.start();
        Work.run(3, ROUNDS, 2L * MESSAGES, (thread, round) -> switch (thread) {
            case 0 -> write(store, round);
            case 1 -> read(store, round);
            default -> ask(store, round);
        });
        store.shutdown();
        System.exit(0);
    }

    private static long write(DefaultMessageStore store, int round) {
        for (int i = 0; i < MESSAGES; i++) {
            MessageExtBrokerInner message = new MessageExtBrokerInner();
            message.setTopic("topic");
            message.setQueueId(0);
            message.setKeys("key" + (round * MESSAGES + i));
            message.setBody(Work.value(i));
            message.setBornHost(HOST);
            message.setStoreHost(HOST);
            message.setPropertiesString(MessageDecoder.messageProperties2String(message.getProperties()));
            if (!store.putMessage(message).isOk()) {
                throw new AssertionError("message " + i + " was refused");
            }
        }
        return 0;
    }

    private static long read(DefaultMessageStore store, int round) {
        long sum = 0;
        for (long next = (long) round * MESSAGES; next < (round + 1L) * MESSAGES; ) {
            GetMessageResult found = store.getMessage("group", "topic", 0, next, 32, null);
            if (found != null) {
                for (ByteBuffer message : found.getMessageBufferList()) {
                    sum = 31 * sum + Work.sum(MessageDecoder.decode(message, true, false).getBody());
                    next++;
                }
                found.release();
            }
        }
        return sum;
    }

    /** Asks for each key of this round until the index has it. */
    private static long ask(DefaultMessageStore store, int round) {
        long sum = 0;
        for (int i = 0; i < MESSAGES; i += 7) {
            String key = "key" + (round * MESSAGES + i);
            for (boolean there = false; !there; ) {
                QueryMessageResult found = store.queryMessage("topic", key, 1, 0, Long.MAX_VALUE);
                for (ByteBuffer message : found.getMessageBufferList()) {
                    sum = 31 * sum + Work.sum(MessageDecoder.decode(message, true, false).getBody());
                    there = true;
                }
                found.release();
            }
        }
        return sum;
    }
}
