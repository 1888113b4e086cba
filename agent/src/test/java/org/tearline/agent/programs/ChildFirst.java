// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;

/**
 * Runs another program in a class loader that bypasses the application class loader, like an application server.
 * Arguments: the program's class and its arguments.
 */
public final class ChildFirst {
    public static void main(String[] arguments) throws Exception {
        URL classes = ChildFirst.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
            loader.loadClass(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
        }
    }
}
