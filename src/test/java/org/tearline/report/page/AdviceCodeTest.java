// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.merge.Merge;
import org.tearline.promise.Guarantees;

/** The code of each way that the page advises, as somebody would paste it: it compiles, and readers get the value. */
class AdviceCodeTest {
    private static final int LINE = 64;
    private static final String PROGRAM = """
        import org.agrona.BitUtil;
        import org.agrona.concurrent.UnsafeBuffer;

        public final class Way {
            public static long handOver(UnsafeBuffer buffer, UnsafeBuffer slot, Object lock, int index, long address,
                                        long value) {
                %s
                return seen;
            }
        }
        """;

    @TempDir
    Path folder;

    static List<Advice> ways() {
        Merge merge = GoldenTest.merge();
        merge.add("x86_64/costs.json", CostsPageTest.FILE);
        return Advices.of(merge, Guarantees.load());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldCompileAndHandTheValueOver(Advice way) throws Exception {
        Method method = compiled(way.code());
        // Elsewhere a misaligned ordered access may end the JVM, which the page says.
        int index = System.getProperty("os.arch").equals("amd64") ? 5 : 8;
        assertThat(call(method, index)).isEqualTo(1L);
        if (way.answers().stream().allMatch(answers -> answers.startsWith("stay") && answers.endsWith("intel"))) {
            assertThatThrownBy(() -> call(method, LINE - 4)).as("across a line").cause()
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("across a line");
        }
    }

    private static Object call(Method method, int index) throws InvocationTargetException, IllegalAccessException {
        UnsafeBuffer buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(2 * LINE, LINE));
        UnsafeBuffer slot = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Long.BYTES, Long.BYTES));
        return method.invoke(null, buffer, slot, new Object(), index, buffer.addressOffset() + index, 1L);
    }

    /** Every warning is an error: no advice uses what Agrona has deprecated. */
    private Method compiled(List<String> code) throws Exception {
        Path source = Files.writeString(folder.resolve("Way.java"), PROGRAM.formatted(String.join("\n", code)));
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean right = compiler.getTask(messages, files, null, List.of("-Xlint:all,-processing", "-Werror", "-cp",
                System.getProperty("java.class.path"), "-d", folder.toString()), null,
                files.getJavaFileObjects(source)).call();
            assertThat(right).as(String.join("\n", code) + messages).isTrue();
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            return loader.loadClass("Way").getMethod("handOver", UnsafeBuffer.class, UnsafeBuffer.class, Object.class,
                int.class, long.class, long.class);
        }
    }
}
