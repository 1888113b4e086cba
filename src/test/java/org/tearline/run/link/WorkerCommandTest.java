// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.loop.WriteKernel;
import org.tearline.trial.Tier;

class WorkerCommandTest {
    private static final String COMMAND = "-XX:CompileCommand=";
    private static final String LOOPS = "org.tearline.loop.";
    /** From the class files, because classes that mention the Vector API cannot be loaded without it. */
    private static final JavaClasses LOOP_CLASSES = new ClassFileImporter().importPackagesOf(WriteKernel.class);

    /** Returns the patterns of methods in the command line, such as {@code java.nio.Buffer::*}. */
    static List<String> compiledMethods() {
        return WorkerCommand.jvm(Tier.C2, "", WorkerCommand.OWN_HOME).stream()
            .filter(option -> option.startsWith(COMMAND) && option.contains("::"))
            .map(option -> option.split(",")[1])
            .toList();
    }

    /** The JVM ignores a pattern without a match, for example after a method was renamed. */
    @ParameterizedTest
    @MethodSource("compiledMethods")
    void shouldNameMethodsThatExist(String pattern) throws Exception {
        String[] parts = pattern.split("::");

        assertThat(methods(parts[0])).filteredOn(glob(parts[1]).asMatchPredicate()).isNotEmpty();
    }

    private static List<String> methods(String classes) throws ClassNotFoundException {
        if (!classes.startsWith(LOOPS)) {
            return Arrays.stream(Class.forName(classes).getDeclaredMethods()).map(Method::getName).toList();
        }
        return LOOP_CLASSES.stream()
            .filter(type -> glob(classes).asMatchPredicate().test(type.getName()))
            .flatMap(type -> type.getMethods().stream())
            .map(JavaMethod::getName)
            .toList();
    }

    private static Pattern glob(String pattern) {
        return Pattern.compile(pattern.replace(".", "\\.").replace("*", ".*"));
    }
}
