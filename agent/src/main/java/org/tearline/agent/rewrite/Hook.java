// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.tearline.agent.record.JdkMemory;

/**
 * The class that rewritten code calls. It lies in java.lang, because every class loader asks the boot loader for that
 * package and every module reads it: neither loaders that hide their parents' classes nor named modules are in the way,
 * and no jar has to be put on the boot class path, for which the JVM would print a warning to the program's output.
 *
 * <p>A check is one test of the lowest bits of the offset: it is the address in native memory, and objects of the heap
 * lie at multiples of 8, so the same bits tell whether the value is aligned there. Everything else is out of line,
 * behind a method handle to the agent. HotSpot obeys ForceInline and DontInline in classes of the boot loader; without
 * them the check would use up what the compilers allow a method to inline. -XX:+PrintInlining says "force inline by
 * annotation" of the check and "don't inline by annotation" of what is behind it, on JDK 17.0.15 and 25.0.3.
 */
public final class Hook {
    /** As stack traces print it. */
    public static final String NAME = "java.lang.$TearlineAgent";

    static final String INTERNAL_NAME = NAME.replace('.', '/');
    /** (Object base, long offset, int location): a misaligned access. */
    public static final String MISALIGNED = "misaligned";
    /** (Object buffer or byte[], int index, int location). */
    public static final String BUFFER = "buffer";
    /** (Object buffer, int location), at its position. */
    public static final String BUFFER_HERE = "bufferHere";
    /** (VarHandle view, Object buffer or byte[], int index, int location). */
    public static final String VIEW = "view";
    /** (Object segment, Object layout, long offset, int location). */
    public static final String SEGMENT = "segment";
    /** (Object segment, Object layout, long index, int location). */
    public static final String SEGMENT_INDEX = "segmentIndex";

    static final String VIEW_TYPES = "(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;II)V";

    private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";
    private static final String FORCE_INLINE = "Ljdk/internal/vm/annotation/ForceInline;";
    private static final String DONT_INLINE = "Ljdk/internal/vm/annotation/DontInline;";
    private static final String MISALIGNED_TYPES = "(Ljava/lang/Object;JI)V";
    private static final String SEGMENT_TYPES = "(Ljava/lang/Object;Ljava/lang/Object;JI)V";
    /** The fields with handles to the agent, and the types of these. */
    private static final Map<String, String> TARGETS = Map.of(MISALIGNED, MISALIGNED_TYPES,
        BUFFER, "(Ljava/lang/Object;II)V", BUFFER_HERE, "(Ljava/lang/Object;I)V", VIEW, VIEW_TYPES,
        SEGMENT, SEGMENT_TYPES, SEGMENT_INDEX, SEGMENT_TYPES);
    private static final int[] WIDTHS = {2, 4, 8};

    private Hook() {
    }

    /** Name of the check for values of this many bytes. */
    static String check(int bytes) {
        return "check" + bytes;
    }

    /** Lets the agent, and nobody else, into the packages that it needs: its class loader has a module of its own. */
    public static void open(Instrumentation instrumentation) {
        Set<Module> own = Set.of(Hook.class.getModule());
        Map<String, Set<Module>> opened = new HashMap<>();
        for (String name : new String[] {"java.lang", "java.nio", JdkMemory.SEGMENTS}) {
            if (Object.class.getModule().getPackages().contains(name)) {
                opened.put(name, own);
            }
        }
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(), opened, Set.of(), Map.of());
    }

    /**
     * Defines the class. To be called after {@link #open}.
     *
     * @param targets where its methods lead, by the names {@link #MISALIGNED} and so on
     */
    public static void define(Map<String, MethodHandle> targets) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
        Class<?> hook = lookup.defineClass(bytes());
        for (Map.Entry<String, MethodHandle> target : targets.entrySet()) {
            lookup.findStaticVarHandle(hook, target.getKey(), MethodHandle.class).setVolatile(target.getValue());
        }
    }

    /** Returns the type of a target. */
    public static MethodType type(String target) {
        return MethodType.fromMethodDescriptorString(TARGETS.get(target), null);
    }

    private static byte[] bytes() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
            INTERNAL_NAME, null, "java/lang/Object", null);
        for (int width : WIDTHS) {
            addCheck(writer, width, false);
            addCheck(writer, width, true);
        }
        for (Map.Entry<String, String> field : TARGETS.entrySet()) {
            addCallOut(writer, field.getKey().equals(BUFFER_HERE) ? BUFFER : field.getKey(), field.getKey(),
                field.getValue());
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** if ((offset & width - 1) != 0) misaligned(base, offset, location). */
    private static void addCheck(ClassWriter writer, int width, boolean withBase) {
        String types = withBase ? MISALIGNED_TYPES : "(JI)V";
        int offset = withBase ? 1 : 0;
        MethodVisitor code = method(writer, check(width), types, FORCE_INLINE);
        Label aligned = new Label();
        code.visitVarInsn(Opcodes.LLOAD, offset);
        code.visitInsn(Opcodes.L2I);
        code.visitIntInsn(Opcodes.BIPUSH, width - 1);
        code.visitInsn(Opcodes.IAND);
        code.visitJumpInsn(Opcodes.IFEQ, aligned);
        if (withBase) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
        } else {
            code.visitInsn(Opcodes.ACONST_NULL);
        }
        code.visitVarInsn(Opcodes.LLOAD, offset);
        code.visitVarInsn(Opcodes.ILOAD, offset + 2);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, INTERNAL_NAME, MISALIGNED, MISALIGNED_TYPES, false);
        code.visitLabel(aligned);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** A field with the handle, and a method that calls it. */
    private static void addCallOut(ClassWriter writer, String name, String field, String types) {
        writer.visitField(Opcodes.ACC_STATIC, field, HANDLE, null, null).visitEnd();
        MethodVisitor code = method(writer, name, types, DONT_INLINE);
        code.visitFieldInsn(Opcodes.GETSTATIC, INTERNAL_NAME, field, HANDLE);
        int local = 0;
        for (Type type : Type.getArgumentTypes(types)) {
            code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
            local += type.getSize();
        }
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", types, false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static MethodVisitor method(ClassWriter writer, String name, String types, String annotation) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, types, null, null);
        code.visitAnnotation(annotation, true).visitEnd();
        code.visitCode();
        return code;
    }
}
