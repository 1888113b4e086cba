// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A copy of the tester's jar, from which a sweep and its workers take their classes: the jar may be overwritten during
 * the minutes that a sweep takes. Not thread-safe.
 */
public final class JarCopy {
    /** The property with the path of the copy. */
    static final String PATH = "tearline.copy";
    private static WorkerFolder folder;

    private JarCopy() {
    }

    /**
     * Returns a class loader for a copy of the jar, which is deleted when this JVM ends; null if the command is not a
     * sweep, or if there is no jar or it cannot be copied.
     */
    public static ClassLoader loader(String[] arguments) {
        Path jar = Path.of(System.getProperty("java.class.path"));
        boolean isSweep = arguments.length > 0 && arguments[0].equals("sweep");
        if (!isSweep || !Files.isRegularFile(jar)) {
            return null;
        }
        try {
            return copied(jar);
        } catch (IllegalStateException | IOException e) {
            // A signal is ending this JVM, or the sweep, which also needs such a folder, will report the problem.
            return null;
        }
    }

    /**
     * Synchronized, so that a shutdown waits for the copy; otherwise, it would leave the folder behind, or delete the
     * copy before it is opened.
     */
    private static synchronized ClassLoader copied(Path jar) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(JarCopy::delete));
        folder = WorkerFolder.create(null);
        Path copy = Files.copy(jar, folder.path().resolve("tester.jar"));
        System.setProperty(PATH, copy.toString());
        ClassLoader loader = new URLClassLoader(new URL[] {copy.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        // Opens the copy.
        loader.getResource("META-INF/MANIFEST.MF");
        return loader;
    }

    private static synchronized void delete() {
        if (folder != null) {
            folder.delete();
        }
    }
}
