package org.tearline.engine;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.plan.Tier;
import org.tearline.result.file.JvmFlag;

/** Which of HotSpot's flags the JVM has that runs the loops: the worker's, and not this program's. Any thread. */
public final class WorkerFlags {
    private WorkerFlags() {
    }

    /**
     * Asks a worker of its own, which runs no trial: every worker for a tier has the same command line, and inherits no
     * options from the environment.
     *
     * @throws IOException if no worker can be had, or if it died
     */
    public static SortedMap<JvmFlag, String> of(Tier tier) throws IOException, InterruptedException {
        try (WorkerProcess worker = WorkerProcess.start(tier)) {
            return askedOf(worker);
        } catch (WorkerDied e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Asks this worker, which must be at rest. */
    static SortedMap<JvmFlag, String> askedOf(WorkerProcess worker)
        throws IOException, InterruptedException, WorkerDied {
        worker.send(new Message.AskFlags());
        SortedMap<JvmFlag, String> flags = new TreeMap<>();
        if (worker.receive() instanceof Message.Flags answer) {
            answer.flags().forEach(flag -> flags.put(flag.flag(), flag.value()));
        }
        return flags;
    }

    /** The flags of the JVM that runs this code. Takes some 50 ms, so nobody asks before a trial. */
    static List<Message.FlagValue> here() {
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        List<Message.FlagValue> flags = new ArrayList<>();
        for (JvmFlag flag : JvmFlag.values()) {
            try {
                flags.add(new Message.FlagValue(flag, bean.getVMOption(flag.toString()).getValue()));
            } catch (IllegalArgumentException | NullPointerException e) {
                // Another JVM, or another CPU's flag: an absent fact.
            }
        }
        return flags;
    }
}
