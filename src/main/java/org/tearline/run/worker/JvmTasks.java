// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.tearline.machine.JvmFlag;
import org.tearline.run.link.Message.Compile;
import org.tearline.run.link.Message.Compiled;
import org.tearline.run.link.Message.Flags;
import org.tearline.run.link.Message.SetFlag;
import org.tearline.run.link.Message.SplitLockTimed;
import org.tearline.run.link.Message.TimeSplitLock;
import org.tearline.run.link.Message;

/** Answers the tasks without a trial: compiles loops, times split locks and reads this JVM's flags. Stateless. */
final class JvmTasks {
    private JvmTasks() {
    }

    static Message answer(Message task, JitLog log) throws IOException {
        if (task instanceof Compile order) {
            return new Compiled(LoopCompiler.compile(order.request(), log));
        }
        if (task instanceof TimeSplitLock timing) {
            return new SplitLockTimed(SplitLock.measure(timing.geometry()));
        }
        // The only other task is AskFlags.
        return flags();
    }

    /** Reading flags takes about 50 ms, so it is not part of a trial. */
    private static Flags flags() {
        HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        List<SetFlag> flags = new ArrayList<>();
        for (JvmFlag flag : JvmFlag.values()) {
            try {
                flags.add(new SetFlag(flag, bean.getVMOption(flag.toString()).getValue()));
            } catch (IllegalArgumentException | NullPointerException e) {
                // This JVM lacks the flag, or the flag belongs to another CPU architecture.
            }
        }
        return new Flags(flags);
    }
}
