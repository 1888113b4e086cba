// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Loads classes from a copy of a jar in memory, since the file may be replaced while the program runs. Thread-safe. */
final class CopiedJar extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>();

    CopiedJar(String name, URL jar) throws IOException {
        super(name, getPlatformClassLoader());
        try (ZipInputStream in = new ZipInputStream(jar.openStream())) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
            }
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = files.get(name.replace('.', '/') + ".class");
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        byte[] bytes = files.get(name);
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }
}
