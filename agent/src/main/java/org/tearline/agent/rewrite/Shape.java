// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.DLOAD;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IMUL;
import static org.objectweb.asm.Opcodes.LXOR;
import static org.objectweb.asm.Opcodes.SALOAD;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Recognizes a wrapper: a method that makes one access or calls one wrapper, does not loop or scale an index, and has
 * a numeric parameter for each number that it passes on. A constructor is never a wrapper: it gets the address of new
 * memory from elsewhere. Nor is the body of a lambda, whose parameters include what it captured. Not thread-safe.
 */
class Shape extends MethodVisitor {
    /** Local variables that the parameters take. */
    private final int parameters;
    /** Numeric parameters that have been loaded. */
    private final Set<Integer> numbers = new HashSet<>();
    private final Set<Label> passed = new HashSet<>();
    private String callee;
    int calls;
    /** Whether the method compares no versions after an acquire fence. */
    boolean isFar;
    /** Index of the first free local variable; 0 before the end of the method. */
    int free;
    /** Whether the first variable is never written. */
    boolean keepsThis = true;
    /** Whether the method cannot be a wrapper because of its name or of an instruction. */
    private boolean excluded;

    Shape(int access, String name, String descriptor) {
        super(ASM9);
        this.excluded = name.equals("<init>") || name.startsWith("lambda$");
        // The lowest two bits are the size of the result. ASM counts a receiver for static methods, too.
        this.parameters = (Type.getArgumentsAndReturnSizes(descriptor) >> 2)
            - ((access & ACC_STATIC) == 0 ? 0 : 1);
    }

    /** @param descriptor descriptor of the called method; null for a method that a wrapper must not call */
    void call(String descriptor) {
        callee = descriptor;
        calls++;
    }

    boolean isWrapper() {
        if (calls != 1 || callee == null || excluded) {
            return false;
        }
        // Sorts below ARRAY are those of primitive types.
        long numbersPassed = Arrays.stream(Type.getArgumentTypes(callee))
            .filter(type -> type.getSort() < Type.ARRAY).count();
        return numbers.size() >= numbersPassed;
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        // The other opcodes up to ALOAD load references.
        keepsThis &= local > 0 || opcode <= ALOAD;
        // The opcodes up to DLOAD load numbers.
        if (opcode <= DLOAD && local < parameters) {
            numbers.add(local);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        // Loads from arrays, and all arithmetic but additions and subtractions.
        excluded |= opcode >= IMUL && opcode <= LXOR
            || opcode >= IALOAD && opcode <= SALOAD;
    }

    @Override
    public void visitLabel(Label label) {
        passed.add(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
        // A jump back is a loop.
        excluded |= passed.contains(target);
    }
}
