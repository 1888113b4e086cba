// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.run.WorkerOptionsIT;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.Message;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** Tests with the compilation logs of real workers. */
class JitLogIT {
    private static final Geometry USUAL = new Geometry(64, 4096);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldCompileEachAccessOfEachMemoryInItsTier(Path jdk) throws Exception {
        for (Tier tier : Tier.values()) {
            try (WorkerProcess worker = WorkerProcess.start(tier, jdk, List.of())) {
                for (Memory memory : Memory.TRIED) {
                    if (WorkerOptionsIT.has(jdk, memory)) {
                        assertThat(compile(worker, tier, memory, 8, 12)).as("%s %s", tier, memory)
                            .allMatch(loop -> loop.className() == null || loop.problem() == null);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldNameAnAccessThatIsInterpretedInACompiledLoop(Path jdk) throws Exception {
        // The worker's options make C2 inline every access, even an excluded one, but not barriers.
        assertOutside(jdk, Tier.C2, "Accesses$CompilerBarrier::afterPlainStore", "plain");
        assertOutside(jdk, Tier.C1, "Accesses$CompilerBarrier::afterPlainStore", "plain");
        assertOutside(jdk, Tier.C1, "UnsafeAccesses$Volatile::write", "volatile");
    }

    private static void assertOutside(Path jdk, Tier tier, String callee, String mode) throws Exception {
        List<CompiledLoop> loops;
        try (WorkerProcess worker = WorkerProcess.start(tier, jdk,
            List.of("-XX:CompileCommand=exclude,org.tearline.loop." + callee))) {
            loops = compile(worker, tier, Memory.UNSAFE, 8);
        }
        assertThat(loops).filteredOn(loop -> loop.problem() != null).singleElement().satisfies(loop -> {
            assertThat(loop.write()).hasToString(mode);
            assertThat(loop.problem()).contains(callee + " was not inlined into the loop").contains(
                "interpreted, not in " + tier);
        });
    }

    private static List<CompiledLoop> compile(WorkerProcess worker, Tier tier, Memory memory, int... offsets)
        throws Exception {
        List<CompiledLoop> loops = new ArrayList<>();
        for (int offset : offsets) {
            worker.send(new Message.Compile(new CompileRequest(memory, Width.LONG, tier, offset, USUAL,
                List.of(WriteMode.values()), List.of(ReadMode.values()), "none")));
            assertThat(worker.receive()).isInstanceOfSatisfying(Message.Compiled.class,
                compiled -> loops.addAll(compiled.loops()));
        }
        return loops;
    }
}
