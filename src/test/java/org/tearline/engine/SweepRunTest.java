// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.plan.SweepPlan;
import org.tearline.platform.Linux;
import org.tearline.platform.Machine;
import org.tearline.platform.Machines;
import org.tearline.platform.Sysroot;
import org.tearline.published.Profile;
import org.tearline.published.ResultText;
import org.tearline.published.TesterBuild;
import org.tearline.submission.Examination;
import org.tearline.submission.Finding;
import org.tearline.submission.Validator;

/** A sweep that could not be published is known before it runs, and no other is taken for one. */
class SweepRunTest {
    private static final TesterBuild BUILD = new TesterBuild("0.1.0", "d5a62cf");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"x86-hybrid, amd64", "arm-cpuset, aarch64", "power-128, ppc64le", "s390-256, s390x",
        "x86-cpuinfo-only, amd64"})
    void shouldFindNothingWrongWithAnyMachineProfileOrPlan(String fixture, String arch) {
        Machine machine = Machines.withJvm(new Linux(Sysroot.unpack(fixture, folder)), arch);
        for (String profile : List.of("quick", "default", "long", "wide")) {
            for (SweepPlan plan : List.of(SweepPlan.USUAL, SweepPlan.WIDE)) {
                assertThat(findings(machine, plan, profile, BUILD)).as("%s, %s", profile, plan).isEmpty();
            }
        }
    }

    @Test
    void shouldFindABuildThatMayNotBePublished() {
        for (TesterBuild build : List.of(new TesterBuild("0.1.0", ""), new TesterBuild("unknown", "d5a62cf"),
            new TesterBuild("0.1.0", "main"))) {
            assertThat(findings(Machines.x86(), SweepPlan.USUAL, "quick", build)).as("%s", build)
                .singleElement().extracting(Finding::where).asString().startsWith("/tester");
        }
    }

    private static List<Finding> findings(Machine machine, SweepPlan plan, String profile, TesterBuild build) {
        SweepPlan whole = new SweepPlan(plan.memories(), plan.widths(), plan.processes(), plan.writes(), plan.reads(),
            plan.guards(), List.of(0, 1, 28, 60), plan.tier());
        SweepRun run = new SweepRun(machine, whole, Profile.named(profile).orElseThrow(), true);
        Examination examination = new Validator(Clock.systemUTC()).examine("", ResultText.stored(run.blank(build)));
        return examination.findings();
    }
}
