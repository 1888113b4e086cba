// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.InvalidPathException;
import org.tearline.cli.ExitCode;
import org.tearline.cli.Program;
import org.tearline.run.link.JarCopy;
import org.tearline.run.link.TesterJvm;

/** The entry point, and the only place that calls {@link System#exit}. */
public final class Main {
    /** Set by scripts/tester and TesterJvm to get 101 instead of 1, which a JVM that cannot start also returns. */
    private static final String INSTEAD_OF_ONE = "tearline.exit.one";

    /** What is left of 12 MB. With 8, a sweep collects garbage for minutes before it runs out of memory. */
    private static final long LEAST_HEAP_BYTES = 11 << 20;

    private Main() {
    }

    public static void main(String[] arguments) {
        // Stays if an error occurs while another one is reported; the JVM would exit with 1, which means torn.
        int code = ExitCode.INTERNAL_ERROR;
        try {
            code = execute(arguments);
            // The codes are inlined. Loading a class could fail here, because the jar may have been overwritten.
            if (code == ExitCode.TORN && System.getProperty(INSTEAD_OF_ONE) != null) {
                code = TesterJvm.TORN;
            }
        } finally {
            System.exit(code);
        }
    }

    private static int execute(String[] arguments) {
        try {
            File jar = new File(System.getProperty("java.class.path")).getAbsoluteFile();
            if (jar.isFile() && jar.toURI().toString().contains("!/")) {
                return fail("Java cannot read " + jar + ", because the name of a folder ends in '!'; move the jar");
            }
            Integer code = TesterJvm.run(arguments);
            if (code != null) {
                return code;
            }
            if (Runtime.getRuntime().maxMemory() < LEAST_HEAP_BYTES) {
                return fail("the heap is too small; start Java with -Xmx12m or more");
            }
            ClassLoader copy = JarCopy.loader(arguments);
            if (copy == null) {
                return runHere(arguments);
            }
            return runThere(arguments, copy);
        } catch (InterruptedException e) {
            // Nobody interrupts the main thread.
            return ExitCode.INTERNAL_ERROR;
        } catch (RuntimeException | Error e) {
            // Possible causes are a security manager, a limit of threads or files, and a damaged jar. An uncaught
            // exception would make the JVM exit with 1, which means torn.
            return fail("cannot run in this JVM" + advice(e) + ": "
                + rootCause(e).toString().replaceAll("\\R+\\s*", " "));
        }
    }

    private static int fail(String sentence) {
        System.err.println("tester: " + sentence);
        return ExitCode.INTERNAL_ERROR;
    }

    private static String advice(Throwable thrown) {
        Throwable cause = rootCause(thrown);
        if (cause instanceof SecurityException) {
            return " (start it without a security manager)";
        }
        if (cause instanceof InvalidPathException) {
            return " (try LC_ALL=C.UTF-8)";
        }
        if (cause instanceof LinkageError || cause instanceof ClassNotFoundException) {
            return " (was the jar replaced while it ran?)";
        }
        return "";
    }

    private static Throwable rootCause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Runs the command with the classes of another class loader. */
    private static int runThere(String[] arguments, ClassLoader loader) {
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Method method = loader.loadClass(Main.class.getName()).getDeclaredMethod("runHere", String[].class);
            method.setAccessible(true);
            return (int) method.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static int runHere(String[] arguments) {
        // Picocli reads each option field by reflection, once. From JDK 18 on, a compiled accessor per field would
        // take far longer than native access.
        System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
        TesterJvm.endWithMain();
        return Program.execute(arguments, System.getProperties(), System.out, System.err);
    }
}
