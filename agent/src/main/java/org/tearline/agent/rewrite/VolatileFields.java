// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import static org.tearline.agent.rewrite.Order.ATOMIC;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import org.tearline.agent.order.SpinLock;
import org.tearline.agent.order.Table;
import org.tearline.agent.site.Frames;

/**
 * Finds the volatile fields that a class accesses: its own, those of the classes that it extends, and those of other
 * classes of its package. Reads the class files of these, since the JVM may not have loaded them. Thread-safe.
 */
final class VolatileFields extends SpinLock {
    private static final List<String> JDK = List.of("java/", "javax/", "jdk/", "sun/");

    private final Map<ClassLoader, Table<String, Members>> known = new WeakHashMap<>();
    /** Set while this thread reads a class file, since the program's class loader may load classes for that. */
    private final ThreadLocal<Boolean> reading = new ThreadLocal<>();

    /** Returns the classes that declare the volatile fields that a class accesses, by {@link #key}. */
    Map<String, String> accessed(ScannedClass file, ClassLoader loader) {
        char[] buffer = new char[file.getMaxStringLength()];
        ofLoader(loader).put(file.name, file.members.orNone());
        Map<String, String> found = new HashMap<>();
        for (int at : file.fields) {
            String owner = file.readClass(at, buffer);
            int nameAndType = file.getItem(file.readUnsignedShort(at + Short.BYTES));
            if (mayKnow(file.name, owner)) {
                String name = file.readUTF8(nameAndType, buffer);
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
        return Frames.starts(JDK, type);
    }

    /** Whether a class is looked at: this one, or another one of the same package. */
    private static boolean mayKnow(String type, String owner) {
        int end = owner.lastIndexOf('/') + 1;
        return type.startsWith(owner.substring(0, end)) && type.lastIndexOf('/') < end;
    }

    /** Returns the class that declares a field, if it is volatile; else null. */
    private String declaring(ClassLoader loader, String owner, String name) {
        String type = owner;
        while (type != null) {
            Members declared = declared(loader, type);
            if (declared.volatiles.contains(name)) {
                return type;
            }
            type = declared.others.contains(name) || isAtomic(declared.parent) ? null : declared.parent;
        }
        return null;
    }

    static boolean isAtomic(String type) {
        return type != null && type.startsWith(ATOMIC);
    }

    /** Returns the class of java.util.concurrent.atomic that a class extends; null if none. */
    String atomic(Members members, ClassLoader loader) {
        String type = members.parent;
        while (type != null && !isAtomic(type)) {
            type = declared(loader, type).parent;
        }
        return type;
    }

    private Table<String, Members> ofLoader(ClassLoader loader) {
        enter();
        try {
            return known.computeIfAbsent(loader, ignored -> new Table<>());
        } finally {
            leave();
        }
    }

    private Members declared(ClassLoader loader, String type) {
        Table<String, Members> ofLoader = ofLoader(loader);
        Members members = ofLoader.get(type);
        if (members == null && reading.get() == null) {
            members = read(loader, type);
            ofLoader.put(type, members);
        }
        return members == null ? Members.NONE : members;
    }

    private Members read(ClassLoader loader, String type) {
        String name = type + ".class";
        reading.set(true);
        try (InputStream file = loader == null ? ClassLoader.getSystemResourceAsStream(name)
            : loader.getResourceAsStream(name)) {
            return file == null ? Members.NONE : Members.of(new ClassReader(file)).orNone();
        } catch (IOException | RuntimeException | LinkageError e) {
            return Members.NONE;
        } finally {
            reading.remove();
        }
    }
}
