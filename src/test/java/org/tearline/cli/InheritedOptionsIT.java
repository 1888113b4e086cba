// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;
import org.tearline.Sample;

/** What the environment holds for other Java programs changes no verdict; variable, JDK and place are drawn. */
@Tag("stress")
class InheritedOptionsIT {
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");
    private static final List<String> APIS = List.of("unsafe", "direct", "bytebuffer");

    static Stream<String> options() {
        return Sample.of(2, "-Xint", "-XX:+UseZGC", "-Xmx48m", "-verbose:gc -verbose:class", "-XX:+PrintFlagsFinal",
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:0",
            "-Dcom.sun.management.jmxremote.port=0 -Dcom.sun.management.jmxremote.authenticate=false "
                + "-Dcom.sun.management.jmxremote.ssl=false",
            "-XX:+UnlockDiagnosticVMOptions -XX:-UseUnalignedAccesses", "-XX:TieredStopAtLevel=1");
    }

    @ParameterizedTest
    @MethodSource("options")
    void shouldJudgeAsWithoutThem(String options) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU there is no verdict");
        Random random = Sample.random();
        String jdk = Jdks.all().get(random.nextInt(Jdks.all().size()));
        String variable = VARIABLES.get(random.nextInt(VARIABLES.size()));
        UnaryOperator<ProcessBuilder> environment = builder -> {
            builder.environment().put(variable, options);
            return builder;
        };
        String memory = APIS.get(random.nextInt(APIS.size()));
        for (int offset : new int[] {9 + random.nextInt(7), 57 + random.nextInt(7)}) {
            Jar.Result result = run(jdk, environment, memory, offset);
            assertThat(result.exitCode()).as("%s=%s %s %d on %s: %s%s", variable, options, memory, offset, jdk,
                result.out(), result.err()).isIn(ExitCode.TORN, ExitCode.NONE_SEEN);
            assertThat(result.out()).doesNotContain("says nothing about the CPU");
        }
    }

    private static Jar.Result run(String jdk, UnaryOperator<ProcessBuilder> environment, String memory, int offset)
        throws Exception {
        List<String> arguments = new ArrayList<>(List.of("run", "--memory=" + memory, "--offset=" + offset,
            "--write=plain", "--read=plain", "--changes=20000"));
        // No flags beside the inherited ones: two collectors would be one too many.
        return Jar.finish(Jar.start(jdk, List.of(), environment, arguments.toArray(String[]::new)));
    }
}
