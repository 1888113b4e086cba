// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * A class file, with what is found out quickly about its code, mostly by the names that it contains. That excludes most
 * classes. Not thread-safe.
 */
final class ScannedClass extends ClassReader {
    /** Tags of items in the constant pool. */
    private static final int TEXT = 1;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final String FENCE = "Fence";

    private final byte[] bytes;
    /** Internal name of the class. Kept, since each call of {@link #getClassName} decodes it again. */
    final String name = getClassName();
    final Members members = Members.of(this);
    /** Positions of the references to fields. */
    final List<Integer> fields = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    /** Whether the class may call a fence, or a method that stands for one. */
    boolean mentionsFence;
    private boolean mayInitialize;
    private boolean mayCopy;

    ScannedClass(byte[] bytes) {
        super(bytes);
        this.bytes = bytes;
        char[] buffer = new char[getMaxStringLength()];
        for (int i = 1; i < getItemCount(); i++) {
            // The position after the item's tag; 0 for the number after a long or double.
            int at = getItem(i);
            switch (at == 0 ? 0 : readByte(at - 1)) {
                case TEXT -> addText(at);
                case CLASS -> types.add(readUTF8(at, buffer));
                case FIELD -> fields.add(at);
            }
        }
    }

    /** Whether there are bytes that are instructions for monitors. */
    private boolean mayLock() {
        boolean enters = false;
        boolean leaves = false;
        for (byte one : bytes) {
            enters |= one == (byte) Opcodes.MONITORENTER;
            leaves |= one == (byte) Opcodes.MONITOREXIT;
        }
        return enters && leaves;
    }

    /** To verify an older class, the JVM would load the classes of all objects that are copied to new variables. */
    boolean hasStackMaps() {
        // The version is after the magic number and the minor version.
        return readUnsignedShort(6) >= Opcodes.V1_6;
    }

    private void addText(int at) {
        mentionsFence |= isAt(at, readUnsignedShort(at) - FENCE.length(), FENCE);
        mayInitialize |= isAt(at, 0, "<clinit>");
        for (String start : ByteArrays.STARTS) {
            mayCopy |= isAt(at, 0, start);
        }
    }

    /** Compares in place, since making a String of each text would slow down the loading of classes. */
    private boolean isAt(int at, int from, String text) {
        boolean same = from >= 0 && readUnsignedShort(at) >= from + text.length();
        for (int i = 0; same && i < text.length(); i++) {
            same = readByte(at + Short.BYTES + from + i) == text.charAt(i);
        }
        return same;
    }

    /**
     * Whether a class of the program may have an instruction that is watched, or that puts accesses in order, other
     * than those for fields.
     *
     * @param copies whether copies of arrays are watched
     */
    boolean mayWatch(boolean copies) {
        return members.anySynchronized || mayLock() || mayInitialize || copies && mayCopy
            || types.stream().anyMatch(this::isCalled);
    }

    /** A nested class may have been initialized by another thread. */
    private boolean isCalled(String type) {
        return Call.UNSAFE.contains(type) || type.equals(Order.HANDLE) || type.startsWith(Order.ATOMIC)
            || isOther(type);
    }

    /** Whether this is another class of the same source file, such as a nested one. */
    boolean isOther(String type) {
        String outermost = name.substring(0, (name + '$').indexOf('$'));
        boolean isSame = type.equals(outermost) || type.startsWith(outermost + '$');
        return isSame && !type.equals(name);
    }
}
