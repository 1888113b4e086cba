// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.ClassReader.SKIP_CODE;
import static org.objectweb.asm.ClassReader.SKIP_DEBUG;
import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_VOLATILE;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;

/** What a class declares: its fields, by kind, and whether it has synchronized methods. Not changed once it is read. */
final class Members extends ClassVisitor {
    /** Of a class that adds no volatile fields to those of the JDK, or cannot be read. */
    static final Members NONE = new Members();

    /** Internal name of the class that it extends; null if that is one of the JDK, but not atomic. */
    String parent;
    final Set<String> volatiles = new HashSet<>();
    final Set<String> finals = new HashSet<>();
    /** All that are not volatile. */
    final Set<String> others = new HashSet<>();
    boolean anySynchronized;

    private Members() {
        super(ASM9);
    }

    static Members of(ClassReader reader) {
        Members members = new Members();
        reader.accept(members, SKIP_CODE | SKIP_DEBUG);
        String parent = reader.getSuperName();
        if (parent != null && (!VolatileFields.isJdk(parent) || VolatileFields.isAtomic(parent))) {
            members.parent = parent;
        }
        return members;
    }

    /** Returns what is remembered, which takes little memory for most classes. */
    Members orNone() {
        return parent == null && volatiles.isEmpty() ? NONE : this;
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        ((access & ACC_VOLATILE) != 0 ? volatiles : others).add(name);
        if ((access & ACC_FINAL) != 0) {
            finals.add(name);
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
