// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.tearline.agent.order.Table;

/**
 * Finds the volatile fields that a class accesses: its own, those of the classes that it extends, and those of other
 * classes of its package. Reads the class files of these, since the JVM may not have loaded them. Thread-safe.
 */
final class VolatileFields {
    /** Tag of a field in the constant pool. */
    private static final int FIELD = 9;
    /** Bytes in a class file between the access flags of the class and its interfaces. */
    private static final int HEADER = 6;
    /** Bytes of a field or method without its attributes, and of an attribute without its content. */
    private static final int MEMBER_BYTES = 8;
    private static final int ATTRIBUTE_BYTES = 6;
    private static final List<String> JDK = List.of("java/", "javax/", "jdk/", "sun/");

    private final Map<ClassLoader, Table<String, Declared>> known = new WeakHashMap<>();
    /** Set while this thread reads a class file, since the program's class loader may load classes for that. */
    private final ThreadLocal<Boolean> reading = new ThreadLocal<>();

    /**
     * The fields of a class.
     *
     * @param parent internal name of the class that it extends; null if that is one of the JDK, but not atomic
     * @param others that are not volatile; empty if there is no parent
     */
    private record Declared(String parent, Set<String> volatiles, Set<String> others) {
        private static final Declared NONE = new Declared(null, Set.of(), Set.of());

        static Declared of(ClassReader reader, char[] buffer) {
            String parent = reader.getSuperName();
            boolean extendsJdk = parent == null || isJdk(parent) && !isAtomic(parent);
            Set<String> volatiles = new HashSet<>();
            Set<String> others = new HashSet<>();
            int at = members(reader);
            int fields = reader.readUnsignedShort(at - Short.BYTES);
            for (int i = 0; i < fields; i++) {
                boolean isVolatile = (reader.readUnsignedShort(at) & Opcodes.ACC_VOLATILE) != 0;
                if (isVolatile || !extendsJdk) {
                    (isVolatile ? volatiles : others).add(reader.readUTF8(at + Short.BYTES, buffer));
                }
                at = end(reader, at);
            }
            if (!extendsJdk) {
                return new Declared(parent, volatiles, others);
            }
            return volatiles.isEmpty() ? NONE : new Declared(null, volatiles, others);
        }
    }

    /** Returns the position of the first field, which is after the number of fields. */
    private static int members(ClassReader reader) {
        int interfaces = reader.header + HEADER;
        return interfaces + 2 * Short.BYTES + Short.BYTES * reader.readUnsignedShort(interfaces);
    }

    /** Returns the position after a field or method. */
    private static int end(ClassReader reader, int member) {
        int attributes = reader.readUnsignedShort(member + MEMBER_BYTES - Short.BYTES);
        int at = member + MEMBER_BYTES;
        for (int i = 0; i < attributes; i++) {
            at += ATTRIBUTE_BYTES + reader.readInt(at + Short.BYTES);
        }
        return at;
    }

    /** Whether a method has a flag. */
    static boolean anyMethod(ClassReader reader, int flag) {
        int at = members(reader);
        int fields = reader.readUnsignedShort(at - Short.BYTES);
        for (int i = 0; i < fields; i++) {
            at = end(reader, at);
        }
        int methods = reader.readUnsignedShort(at);
        at += Short.BYTES;
        boolean found = false;
        for (int i = 0; i < methods && !found; i++) {
            found = (reader.readUnsignedShort(at) & flag) != 0;
            at = end(reader, at);
        }
        return found;
    }

    /** Returns the classes that declare the volatile fields that a class accesses, by {@link #key}. */
    Map<String, String> accessed(ClassReader reader, ClassLoader loader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        String type = reader.getClassName();
        int number = reader.readUnsignedShort(reader.header + Short.BYTES);
        Declared own = Declared.of(reader, buffer);
        ofLoader(loader).put(type, own);
        Map<String, String> found = new HashMap<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            // getItem() returns the position after an item's tag; 0 for the number after a long or double.
            if (at == 0 || reader.readByte(at - 1) != FIELD
                || own == Declared.NONE && reader.readUnsignedShort(at) == number) {
                continue;
            }
            String owner = reader.readClass(at, buffer);
            int nameAndType = reader.getItem(reader.readUnsignedShort(at + Short.BYTES));
            if (owner.equals(type) || mayKnow(type, owner)) {
                String name = reader.readUTF8(nameAndType, buffer);
                String declaring = declaring(loader, owner, name);
                if (declaring != null) {
                    found.put(key(owner, name), declaring);
                }
            }
        }
        return found;
    }

    static String key(String owner, String name) {
        return owner + '.' + name;
    }

    static boolean isJdk(String type) {
        for (String start : JDK) {
            if (type.startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    /** Whether another class is looked at: one of the same package. */
    private static boolean mayKnow(String type, String owner) {
        int end = owner.lastIndexOf('/') + 1;
        return type.startsWith(owner.substring(0, end)) && type.lastIndexOf('/') < end;
    }

    /** Returns the class that declares a field, if it is volatile; else null. */
    private String declaring(ClassLoader loader, String owner, String name) {
        String type = owner;
        while (type != null) {
            Declared declared = declared(loader, type);
            if (declared.volatiles.contains(name)) {
                return type;
            }
            type = declared.others.contains(name) || isAtomic(declared.parent) ? null : declared.parent;
        }
        return null;
    }

    private static boolean isAtomic(String type) {
        return type != null && type.startsWith(Order.ATOMIC);
    }

    /** Returns the class of java.util.concurrent.atomic that a class extends; null if none. */
    String atomic(ClassReader reader, ClassLoader loader) {
        String type = reader.getSuperName();
        while (type != null && !isAtomic(type)) {
            type = isJdk(type) ? null : declared(loader, type).parent;
        }
        return type;
    }

    private Table<String, Declared> ofLoader(ClassLoader loader) {
        synchronized (known) {
            return known.computeIfAbsent(loader, ignored -> new Table<>());
        }
    }

    private Declared declared(ClassLoader loader, String type) {
        Table<String, Declared> ofLoader = ofLoader(loader);
        Declared remembered = ofLoader.get(type);
        if (remembered != null || reading.get() != null) {
            return remembered == null ? Declared.NONE : remembered;
        }
        Declared read = read(loader, type);
        ofLoader.put(type, read);
        return read;
    }

    private Declared read(ClassLoader loader, String type) {
        String name = type + ".class";
        reading.set(true);
        try (InputStream file = loader == null ? ClassLoader.getSystemResourceAsStream(name)
            : loader.getResourceAsStream(name)) {
            if (file == null) {
                return Declared.NONE;
            }
            ClassReader reader = new ClassReader(file);
            return Declared.of(reader, new char[reader.getMaxStringLength()]);
        } catch (IOException | RuntimeException | LinkageError e) {
            return Declared.NONE;
        } finally {
            reading.remove();
        }
    }
}
