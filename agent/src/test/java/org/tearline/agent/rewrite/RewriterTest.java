// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.H_INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.V17;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;
import org.tearline.agent.access.Lines;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.site.Frames;
import org.tearline.agent.site.Locations;

class RewriterTest {
    /** A method has room for the checks of this many calls. */
    private static final int CALLS = 2_000;

    private final Locations locations = new Locations();
    private final Rewriter rewriter = rewriter(false);

    @Test
    void shouldNotRewriteAClassWithoutWatchedCalls() {
        assertThat(transform(program("getLong", 3))).isNull();
        assertThat(rewriter.state().classes()).isZero();
        assertThat(rewriter.state().failures()).isZero();
    }

    @Test
    void shouldReuseTheNumbersOfARetransformedClass() {
        byte[] program = program("getLongVolatile", 300);
        byte[] first = transform(program);
        assertThat(first).isNotNull().isNotEqualTo(program);
        assertThat(transform(program)).isEqualTo(first);
        assertThat(locations.size()).isEqualTo(300);
    }

    @Test
    void shouldNameAClassThatGrowsTooLarge() {
        // The checks push the method over the limit of 65,535 bytes.
        assertThat(transform(program("getLongVolatile", 8_000))).isNull();
        assertOneIsNotRewritten("className=Program,", "too large");
        assertThat(locations.size()).isZero();
    }

    /** The calls that show the order of accesses can be left out, but not those that check them. */
    @Test
    void shouldWatchAClassThatIsTooLargeForTheOrderOfItsAccesses() {
        Rewriter plainly = rewriter(true);
        byte[] program = program("getLongVolatile", CALLS + CALLS / 4);
        assertThat(plainly.transform(getClass().getModule(), null, "Program", null, null, program)).isNotNull();
        assertThat(plainly.state().notRewritten()).isEmpty();
        assertThat(locations.size()).isEqualTo(CALLS + CALLS / 4);
    }

    @Test
    void shouldNameAClassFileThatIsTooNew() {
        assertThat(transform(program("getLongVolatile", 1, 200, "Program"))).isNull();
        assertOneIsNotRewritten("200");
    }

    @Test
    void shouldNotRewriteInstructionsBeyondTheLimit() {
        for (int i = 0; i <= Locations.LIMIT / CALLS; i++) {
            assertThat(transform(program("getLongVolatile", CALLS, V17, "Program" + i))).isNotNull();
        }
        assertThat(locations.size()).isEqualTo(Locations.LIMIT);
        assertOneIsNotRewritten("why=more than 65536 watched instructions]");
    }

    /** The handle occurs in the class file, which is transformed again when an agent is attached, and is then made. */
    @Test
    void shouldCountAMethodHandleOnce() {
        Handle handle = new Handle(H_INVOKEVIRTUAL, "jdk/internal/misc/Unsafe", "getLongVolatile",
            "(Ljava/lang/Object;J)J", false);
        byte[] program = generate("Program", V17, code -> {
            code.visitLdcInsn(handle);
            code.pop();
        });
        transform(program);
        transform(program);
        locations.linked("jdk.internal.misc.Unsafe.getLongVolatile(Object,long)long/invokeVirtual");

        assertThat(rewriter.state().handles()).isOne();
    }

    /** A loaded class cannot extend another one. No class gets a field, which serialization and reflection see. */
    @Test
    void shouldLetNodesHoldWhatTheyPassOn() throws Exception {
        Class<?> node = Class.forName("java.util.concurrent.ConcurrentLinkedQueue$Node");
        assertThat(parent(node, null)).isEqualTo(Hook.INTERNAL_NAME);
        assertThat(parent(node, node)).isEqualTo("java/lang/Object");
        assertThat(parent(ConcurrentLinkedQueue.class, null)).isEqualTo("java/util/AbstractQueue");
    }

    private void assertOneIsNotRewritten(String... why) {
        assertThat(rewriter.state().notRewritten()).singleElement().asString().contains(why);
    }

    private String parent(Class<?> type, Class<?> redefined) throws IOException {
        String name = Type.getInternalName(type);
        byte[] file = Object.class.getResourceAsStream("/" + name + ".class").readAllBytes();
        ClassReader before = new ClassReader(file);
        ClassReader after = new ClassReader(rewriter.transform(type.getModule(), null, name, redefined, null, file));
        assertThat(Members.of(after)).usingRecursiveComparison().comparingOnlyFields("volatiles", "others")
            .isEqualTo(Members.of(before));
        return after.getSuperName();
    }

    private Rewriter rewriter(boolean plain) {
        Lines lines = new Lines(64, 4096, 1);
        Frames frames = new Frames("", List.of(), 1, null);
        return new Rewriter(locations, plain, new Recorder(lines, locations, frames, null, null).ordering());
    }

    private byte[] transform(byte[] program) {
        return rewriter.transform(getClass().getModule(), null, "Program", null, null, program);
    }

    private static byte[] program(String method, int calls) {
        return program(method, calls, V17, "Program");
    }

    private static byte[] program(String method, int calls, int version, String name) {
        return generate(name, version, code -> {
            for (int i = 0; i < calls; i++) {
                code.loadArg(0);
                code.visitInsn(ACONST_NULL);
                code.loadArg(1);
                code.invokeVirtual(Type.getObjectType("sun/misc/Unsafe"), new Method(method, "(Ljava/lang/Object;J)J"));
                code.pop2();
            }
        });
    }

    private static byte[] generate(String name, int version, Consumer<GeneratorAdapter> body) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(version, ACC_PUBLIC, name, null, "java/lang/Object", null);
        GeneratorAdapter code = new GeneratorAdapter(ACC_STATIC,
            Method.getMethod("void run(sun.misc.Unsafe, long)"), null, null, writer);
        body.accept(code);
        code.returnValue();
        code.endMethod();
        return writer.toByteArray();
    }
}
