// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** A program in a named module, compiled for a test. */
final class NamedModule {
    private static final String DESCRIPTOR = "module named { requires jdk.unsupported; }";
    private static final String MAIN = """
        package named;

        public class Main {
            public static void main(String[] arguments) throws Exception {
                var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
                field.setAccessible(true);
                var unsafe = (sun.misc.Unsafe) field.get(null);
                unsafe.putOrderedLong(null, (unsafe.allocateMemory(8192) + 4095 & -4096L) + 60, 1);
            }
        }
        """;

    private NamedModule() {
    }

    /** Returns the folder for the module path. */
    static Path compile(Path folder) throws IOException {
        Path source = Files.createDirectories(folder.resolve("source/named"));
        Path classes = folder.resolve("modules/named");
        Files.writeString(source.resolveSibling("module-info.java"), DESCRIPTOR);
        Files.writeString(source.resolve("Main.java"), MAIN);
        // Its warnings of Unsafe are none of the test's.
        int exit = ToolProvider.getSystemJavaCompiler().run(null, null, OutputStream.nullOutputStream(), "--release",
            "17", "-d", classes.toString(), source.resolveSibling("module-info.java").toString(),
            source.resolve("Main.java").toString());
        assertThat(exit).isZero();
        return classes.getParent();
    }
}
