// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;

/**
 * Runs another program in a class loader that asks its parent for the JDK's packages only, as application servers and
 * executable jars do. Arguments: the program's class and its arguments. Not thread-safe.
 */
public final class ChildFirst {
    private ChildFirst() {
    }

    private static final class Loader extends URLClassLoader {
        Loader(URL[] urls) {
            super(urls, null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.") || name.startsWith("sun.")) {
                return ClassLoader.getPlatformClassLoader().loadClass(name);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = ChildFirst.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (Loader loader = new Loader(new URL[0])) {
            String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
            loader.loadClass(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
        }
    }
}
