// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a worker's classes are: in the places that this JVM loaded them from, since its class path may be that of a
 * test runner, or they may be on a module path.
 */
final class WorkerClassPath {
    /** One class of each jar that a worker needs; in tester.jar they are all in one. */
    private static final List<String> NEEDED = List.of("org.tearline.run.link.WorkerProcess",
        "org.agrona.UnsafeApi", "com.sun.jna.NativeLibrary", "com.sun.jna.platform.FileUtils",
        "net.openhft.affinity.Affinity", "org.slf4j.LoggerFactory", "org.slf4j.nop.NOPServiceProvider");

    /** Length and time of each jar when this JVM forked its first worker; empty before. */
    private static final Map<Path, String> FIRST = new HashMap<>();

    private WorkerClassPath() {
    }

    /** A jar that was replaced or removed since this was called first, or null. */
    static synchronized Path replaced() {
        // Without streams: the first call comes before the first fork, which must not wait for lambdas.
        if (FIRST.isEmpty()) {
            for (Path jar : find()) {
                if (jar.toFile().isFile()) {
                    FIRST.put(jar, mark(jar.toFile()));
                }
            }
        }
        for (Map.Entry<Path, String> jar : FIRST.entrySet()) {
            if (!jar.getValue().equals(mark(jar.getKey().toFile()))) {
                return jar.getKey();
            }
        }
        return null;
    }

    /** Both numbers are 0 of a file that is gone. */
    private static String mark(File jar) {
        return jar.length() + " " + jar.lastModified();
    }

    /** Absolute paths, since a worker begins in a folder of its own. */
    static List<Path> find() {
        String given = System.getProperty("java.class.path", "");
        if (!given.contains(File.pathSeparator) && given.endsWith("tester.jar")) {
            return List.of(Path.of(given).toAbsolutePath());
        }
        Set<Path> found = new LinkedHashSet<>();
        for (String name : NEEDED) {
            String file = name.replace('.', '/') + ".class";
            URL url = WorkerClassPath.class.getClassLoader().getResource(file);
            Path origin = url == null ? null : origin(url, file);
            if (origin != null) {
                found.add(origin);
            }
        }
        return found.isEmpty() ? Arrays.stream(given.split(File.pathSeparator)).map(entry -> Path.of(entry)
            .toAbsolutePath()).toList() : List.copyOf(found);
    }

    /** Null if the class is in neither a jar nor a folder. */
    private static Path origin(URL url, String file) {
        try {
            if (url.openConnection() instanceof JarURLConnection jar) {
                return Path.of(jar.getJarFileURL().toURI());
            }
            return url.getProtocol().equals("file")
                ? Path.of(URI.create(url.toURI().toString().replace(file, ""))) : null;
        } catch (IOException | URISyntaxException | RuntimeException e) {
            // A class loader with places of its own.
            return null;
        }
    }
}
