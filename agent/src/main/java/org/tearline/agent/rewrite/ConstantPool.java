// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import org.objectweb.asm.ClassReader;

/** Tests quickly, by the names in a class file, what its code may do. Excludes most classes. Not thread-safe. */
final class ConstantPool {
    /** Tags of items in the constant pool. */
    private static final int CLASS = 7;
    private static final int TEXT = 1;
    private static final String FENCE = "Fence";

    private final ClassReader reader;
    private final char[] buffer;

    ConstantPool(ClassReader reader) {
        this.reader = reader;
        this.buffer = new char[reader.getMaxStringLength()];
    }

    /**
     * Whether there may be an instruction that is watched, or that puts accesses in order, other than those for fields
     * and monitors.
     *
     * @param watching whether the class is one of the program
     * @param copies   whether copies of arrays are watched
     */
    boolean mayCall(boolean watching, boolean copies) {
        boolean found = false;
        for (int i = 1; i < reader.getItemCount() && !found; i++) {
            int at = reader.getItem(i);
            switch (tag(at)) {
                case CLASS -> found = isCalled(reader.readUTF8(at, buffer), watching);
                case TEXT -> found = watching && is(at, "<clinit>") || copies && isCopy(at);
                default -> {
                    // No name.
                }
            }
        }
        return found;
    }

    /** Whether the class may call a fence, or a method that stands for one. */
    boolean mentionsFence() {
        boolean found = false;
        for (int i = 1; i < reader.getItemCount() && !found; i++) {
            int at = reader.getItem(i);
            found = tag(at) == TEXT && endsWith(at, FENCE);
        }
        return found;
    }

    /** @param at position after an item's tag; 0 for the number after a long or double */
    private int tag(int at) {
        if (at == 0) {
            return 0;
        }
        return reader.readByte(at - 1);
    }

    /** A nested class may have been initialized by another thread. */
    private boolean isCalled(String type, boolean watching) {
        boolean ordered = type.equals(Order.HANDLE) || type.startsWith(Order.ATOMIC);
        return Call.UNSAFE.contains(type) || ordered || watching && isOther(type, reader.getClassName());
    }

    /** Whether one is another class of the same source file, such as a nested one. */
    static boolean isOther(String one, String other) {
        int end = other.indexOf('$');
        String outermost = end < 0 ? other : other.substring(0, end);
        boolean isSame = one.equals(outermost) || one.startsWith(outermost + '$');
        return isSame && !one.equals(other);
    }

    private boolean isCopy(int at) {
        for (String name : ByteArrays.NAMES) {
            if (is(at, name)) {
                return true;
            }
        }
        return startsWith(at, ByteArrays.DESCRIPTOR);
    }

    private boolean is(int at, String text) {
        return reader.readUnsignedShort(at) == text.length() && startsWith(at, text);
    }

    private boolean startsWith(int at, String text) {
        return isAt(at, 0, text);
    }

    private boolean endsWith(int at, String text) {
        return isAt(at, reader.readUnsignedShort(at) - text.length(), text);
    }

    /** Compares in place, since making a String of each text would slow down the loading of classes. */
    private boolean isAt(int at, int from, String text) {
        boolean same = from >= 0 && reader.readUnsignedShort(at) >= from + text.length();
        for (int i = 0; same && i < text.length(); i++) {
            same = reader.readByte(at + Short.BYTES + from + i) == text.charAt(i);
        }
        return same;
    }
}
