// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.Map;
import org.objectweb.asm.Type;
import org.tearline.agent.order.Fields;
import org.tearline.agent.order.Ordering;

/** Decides which instructions of a class put the accesses of threads in order. Not thread-safe. */
final class ClassOrder {
    private final ScannedClass file;
    private final Fields fields;
    /** Whether the class is one of the program, whose accesses are watched. */
    final boolean ofProgram;
    /** Classes that declare the volatile fields that this class accesses, see {@link VolatileFields#accessed}. */
    private final Map<String, String> volatiles;
    /** The atomic class that this class extends; null if none. */
    private final String atomic;
    /** Whether plain accesses to fields and elements matter. */
    private final boolean nearFence;
    /** Whether to insert what shows the order of accesses. */
    boolean isFollowed;

    ClassOrder(ScannedClass file, ClassLoader loader, Fields fields, VolatileFields volatiles, boolean ofProgram) {
        this.file = file;
        this.fields = fields;
        this.ofProgram = ofProgram;
        this.volatiles = file.hasStackMaps() ? volatiles.accessed(file, loader) : Map.of();
        this.atomic = volatiles.atomic(file.members, loader);
        // This queue of the JDK reads its chain of nodes plainly. The fence is in the class of the nodes.
        boolean isChained = file.name.equals("java/util/concurrent/LinkedTransferQueue");
        this.nearFence = file.hasStackMaps() && (isChained || file.mentionsFence);
    }

    /** Whether the class accesses volatile fields, or extends an atomic class. */
    boolean inFields() {
        return !volatiles.isEmpty() || atomic != null;
    }

    /** Returns null if an access to a field is not ordered. An object in its constructor may not be passed yet. */
    Order ofField(String method, int opcode, String owner, String name, String descriptor) {
        if (!isFollowed || opcode == PUTFIELD && method.equals("<init>")) {
            return null;
        }
        String declaring = volatiles.get(VolatileFields.key(owner, name));
        if (declaring == null && opcode == GETSTATIC && takesFrom(owner, descriptor)) {
            return Order.ofClass(owner, false);
        }
        boolean isFinal = owner.equals(file.name) && file.members.finals.contains(name)
            || ofProgram && VolatileFields.isJdk(owner);
        if (declaring == null && (!nearFence || isFinal)) {
            return null;
        }
        String known = declaring == null ? owner : declaring;
        int number = fields.register(known.replace('/', '.'), name, Order.isStatic(opcode));
        return number < 0 ? null : Order.ofField(opcode, owner, descriptor, number, declaring == null);
    }

    /** Returns null if a call passes nothing on. */
    Order ofCall(int opcode, String owner, String name, String descriptor) {
        if (!isFollowed) {
            return null;
        }
        if (opcode == INVOKESTATIC && takesFrom(owner, Type.getReturnType(descriptor).getDescriptor())) {
            return Order.ofClass(owner, false);
        }
        boolean inherited = atomic != null && owner.equals(file.name) && Order.isAtomic(atomic, name, descriptor);
        // In the JDK, plain accesses through Unsafe and handles rely on updates that come before or after.
        return Order.ofCall(inherited ? atomic : owner, name, descriptor, nearFence || !ofProgram);
    }

    /** Whether this may be an address or object that a class of the same file has made when it was initialized. */
    private boolean takesFrom(String owner, String descriptor) {
        return "[JL".indexOf(descriptor.charAt(0)) >= 0 && file.hasStackMaps() && file.isOther(owner);
    }

    /**
     * Returns null if an instruction without operands in the class file passes nothing on. The end of the class
     * initializer passes on what that has written.
     */
    Order ofInstruction(String method, int opcode) {
        boolean ends = opcode == RETURN && method.equals("<clinit>");
        if (isFollowed && ends && ofProgram && file.hasStackMaps()) {
            return Order.ofClass(file.name, true);
        }
        return isFollowed && nearFence ? Order.ofElement(opcode) : null;
    }

    /** Returns the kind of a fence, see {@link Ordering}; 0 for another call. */
    int fence(String owner, String name) {
        return isFollowed ? Order.fence(owner, name) : 0;
    }

    /** Whether what the class reads may show that other reads are valid. The JDK has such words in StampedLock only. */
    boolean mayValidate() {
        return ofProgram || isStamped();
    }

    /**
     * Whether this may be the version of a sequence lock, whose fence may be in any class. References are looked at
     * only near a fence, since they would get hash codes.
     *
     * @param read type of what the class reads; null if it is not known
     */
    boolean mayBeVersion(Type read) {
        return read != null && (nearFence || read.getSort() < Type.ARRAY);
    }

    /** Whether the class is StampedLock, whose word counts readers in bits that do not matter to validation. */
    boolean isStamped() {
        return file.name.equals(ReadLocks.STAMPED);
    }
}
