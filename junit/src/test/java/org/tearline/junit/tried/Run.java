// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests of this package, up to eight in parallel. Arguments: a file for the results, and names of classes. Passes
 * the system property tearline.options to the extension.
 */
public final class Run {
    /** Separates the fields of a line; occurs in no name or message. */
    public static final String SEPARATOR = "\u0001";

    private Run() {
    }

    public static void main(String[] arguments) throws Exception {
        List<String> lines = new ArrayList<>();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(arguments).skip(1)
                .map(name -> DiscoverySelectors.selectClass("org.tearline.junit.tried." + name)).toList())
            .configurationParameter("tearline.options", System.getProperty("tearline.options"))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
            .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
            .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "8")
            .build(), new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    synchronized (lines) {
                        lines.add(name(test) + SEPARATOR + result.getThrowable()
                            .map(thrown -> thrown.toString().replace(System.lineSeparator(), "|")).orElse(""));
                    }
                }
            });
        Files.write(Path.of(arguments[0]), lines);
    }

    private static String name(TestIdentifier test) {
        return test.getSource().map(source -> source instanceof MethodSource method
            ? simple(method.getClassName()) + "." + method.getMethodName() + (test.isTest() ? "" : " container")
                + (test.getLegacyReportingName().matches(".*\\[\\d+]") ? test.getLegacyReportingName()
                    .replaceFirst(".*(\\[\\d+])", "$1") : "")
            : source instanceof ClassSource type ? simple(type.getClassName()) : source.toString())
            .orElse(test.getDisplayName());
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
