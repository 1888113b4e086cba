// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;

/** Finds out quickly, by the names in a class file, what its code may do. Excludes most classes. Not thread-safe. */
final class ConstantPool {
    /** Tags of items in the constant pool. */
    private static final int TEXT = 1;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final String FENCE = "Fence";

    private final ClassReader reader;
    /** Positions of the references to fields. */
    final List<Integer> fields = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    /** Whether the class may call a fence, or a method that stands for one. */
    boolean mentionsFence;
    private boolean mayInitialize;
    private boolean mayCopy;

    ConstantPool(ClassReader reader) {
        this.reader = reader;
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            switch (tag(at)) {
                case TEXT -> addText(at);
                case CLASS -> types.add(reader.readUTF8(at, buffer));
                case FIELD -> fields.add(at);
                default -> {
                    // Of no interest.
                }
            }
        }
    }

    /** @param at position after an item's tag; 0 for the number after a long or double */
    private int tag(int at) {
        return at == 0 ? 0 : reader.readByte(at - 1);
    }

    private void addText(int at) {
        mentionsFence |= isAt(at, reader.readUnsignedShort(at) - FENCE.length(), FENCE);
        mayInitialize |= isAt(at, 0, "<clinit>");
        for (String start : ByteArrays.STARTS) {
            mayCopy |= isAt(at, 0, start);
        }
    }

    /** Compares in place, since making a String of each text would slow down the loading of classes. */
    private boolean isAt(int at, int from, String text) {
        boolean same = from >= 0 && reader.readUnsignedShort(at) >= from + text.length();
        for (int i = 0; same && i < text.length(); i++) {
            same = reader.readByte(at + Short.BYTES + from + i) == text.charAt(i);
        }
        return same;
    }

    /**
     * Whether there may be an instruction that is watched, or that puts accesses in order, other than those for fields
     * and monitors.
     *
     * @param watching whether the class is one of the program
     * @param copies   whether copies of arrays are watched
     */
    boolean mayCall(boolean watching, boolean copies) {
        return watching && mayInitialize || copies && mayCopy
            || types.stream().anyMatch(type -> isCalled(type, watching));
    }

    /** A nested class may have been initialized by another thread. */
    private boolean isCalled(String type, boolean watching) {
        boolean ordered = type.equals(Order.HANDLE) || type.startsWith(Order.ATOMIC);
        return Call.UNSAFE.contains(type) || ordered || watching && isOther(type, reader.getClassName());
    }

    /** Whether one is another class of the same source file, such as a nested one. */
    static boolean isOther(String one, String other) {
        String outermost = other.substring(0, (other + '$').indexOf('$'));
        boolean isSame = one.equals(outermost) || one.startsWith(outermost + '$');
        return isSame && !one.equals(other);
    }
}
