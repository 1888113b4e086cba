// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a class declares: its fields, by kind, and whether it has synchronized methods. Not thread-safe. */
final class Members extends ClassVisitor {
    final Set<String> volatiles = new HashSet<>();
    final Set<String> finals = new HashSet<>();
    final Set<String> others = new HashSet<>();
    boolean anySynchronized;

    private Members() {
        super(Opcodes.ASM9);
    }

    static Members of(ClassReader reader) {
        Members members = new Members();
        reader.accept(members, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        return members;
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        if ((access & Opcodes.ACC_VOLATILE) != 0) {
            volatiles.add(name);
        } else if ((access & Opcodes.ACC_FINAL) != 0) {
            finals.add(name);
        } else {
            others.add(name);
        }
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                     String[] exceptions) {
        anySynchronized |= MonitorMethod.isSynchronized(access);
        return null;
    }
}
