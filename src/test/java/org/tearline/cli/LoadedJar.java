// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;

/** The packaged jar, loaded into this JVM: a second less for each question that does not depend on how it starts. */
final class LoadedJar {
    private static final Method EXECUTE = load();

    private LoadedJar() {
    }

    /** Runs to the end. */
    static Jar.Result run(String... arguments) throws ReflectiveOperationException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        ClassLoader tests = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(EXECUTE.getDeclaringClass().getClassLoader());
        try {
            code = (int) EXECUTE.invoke(null, arguments, new Properties(), new PrintStream(out, true,
                StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        } finally {
            Thread.currentThread().setContextClassLoader(tests);
        }
        return new Jar.Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Method load() {
        try {
            // No class of the tests' own: the parent knows those of the JDK alone.
            return new URLClassLoader(new URL[] {Path.of(System.getProperty("tester.jar")).toUri().toURL()},
                ClassLoader.getPlatformClassLoader()).loadClass(Program.class.getName()).getMethod("execute",
                String[].class, Properties.class, PrintStream.class, PrintStream.class);
        } catch (ReflectiveOperationException | MalformedURLException e) {
            throw new IllegalStateException("no tester.jar to load", e);
        }
    }
}
