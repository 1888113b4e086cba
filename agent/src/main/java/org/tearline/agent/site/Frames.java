// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import static java.lang.StackWalker.Option.RETAIN_CLASS_REFERENCE;
import static java.lang.StackWalker.Option.SHOW_HIDDEN_FRAMES;
import static org.tearline.agent.access.Access.COPY;
import static org.tearline.agent.access.Access.Operation.READ;

import java.lang.StackWalker.StackFrame;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.UnsafeMethods;

/**
 * Walks the stack of a hit, from the access to the program's own code. Thread-safe.
 *
 * @param hook   class that rewritten code calls; its frames and those of its callees belong to the agent
 * @param chosen prefixes of the class names of further access libraries
 * @param own    how many frames to keep, from the site outwards
 */
public record Frames(String hook, List<String> chosen, int own, Code code) {
    /** Maximum depth, which limits the sites that a recursive library can create. Other libraries nest less deeply. */
    private static final int DEEPEST = 32;
    /** Maximum depth of nested wrappers. */
    private static final int WRAPPERS = 4;
    /** Shows hidden frames, since a hidden class of the program may call the JDK's API. */
    private static final StackWalker WALKER = StackWalker.getInstance(
        Set.of(RETAIN_CLASS_REFERENCE, SHOW_HIDDEN_FRAMES));
    /** Class name prefixes of frames between a caller and what it calls through a method handle or reflection. */
    private static final List<String> LINKS =
        List.of("java.lang.invoke.", "jdk.internal.reflect.", "java.lang.reflect.");
    private static final List<String> JDK = List.of("java.", "jdk.", "sun.", "com.sun.");
    /** Prefixes of the class names of access libraries. A site is the code that calls them. */
    private static final List<String> LIBRARIES = List.of("org.agrona.", "net.openhft.chronicle.core.",
        "net.openhft.chronicle.bytes.", "io.netty.util.internal.", "io.netty.buffer.", "org.jctools.util.",
        "org.apache.spark.unsafe.", "com.google.protobuf.UnsafeUtil");
    private static final String LAMBDA = "$$Lambda";

    /**
     * The frames, from the access outwards.
     *
     * @param access as the program sees it; null if the JDK made it for itself
     * @param site   index of the first frame that is neither a library's nor a wrapper's, or else of the last one
     */
    public record Walk(Access access, List<StackTraceElement> frames, int site) {
    }

    /** @param wrapper whether the accessing method only passes its address on */
    public Walk walk(Access access, boolean wrapper) {
        return WALKER.walk(new Selection(access, wrapper));
    }

    /** Not a lambda: linking the first lambda in a JVM adds tens of milliseconds to startup. */
    private final class Selection implements Function<Stream<StackFrame>, Walk> {
        private Access access;
        private final boolean wrapper;
        private Iterator<StackFrame> stack;
        /** The current frame; null at the end of the stack. */
        private StackFrame frame;
        /** Where the innermost class of each library was loaded from. */
        private final CodeSource[] homes = new CodeSource[LIBRARIES.size()];

        Selection(Access access, boolean wrapper) {
            this.access = access;
            this.wrapper = wrapper;
        }

        @Override
        public Walk apply(Stream<StackFrame> all) {
            stack = all.iterator();
            skipAgent();
            if (frame != null && access.api().equals(Access.JDK)) {
                JdkCall call = new JdkCall();
                while (frame != null && call.add(frame)) {
                    next();
                }
                access = frame == null ? null : call.access(access);
            }
            return select();
        }

        /** Returns the name of the current frame's class; an empty one at the end of the stack. */
        private String type() {
            return frame == null ? "" : frame.getClassName();
        }

        private void next() {
            frame = stack.hasNext() ? stack.next() : null;
        }

        /** Skips the frames of the agent and then those of the hook. */
        private void skipAgent() {
            next();
            while (frame != null && !type().equals(hook)) {
                next();
            }
            while (frame != null && type().equals(hook)) {
                next();
            }
        }

        private void skipLinks() {
            while (type().contains(LAMBDA) || starts(LINKS, type())) {
                next();
            }
        }

        /** The tests of a library have its package names, but are the program's own code. */
        private boolean library() {
            String name = type();
            if (starts(JDK, name) || starts(chosen, name)) {
                return true;
            }
            for (int i = 0; i < homes.length; i++) {
                if (name.startsWith(LIBRARIES.get(i))) {
                    CodeSource from = frame.getDeclaringClass().getProtectionDomain().getCodeSource();
                    if (homes[i] == null) {
                        homes[i] = from;
                    }
                    return Objects.equals(homes[i], from);
                }
            }
            return false;
        }

        /**
         * Finds the site: the first frame that is neither a library's nor a wrapper's. Collects the frames up to it,
         * and as many from it outwards as identify a site.
         */
        private Walk select() {
            List<StackTraceElement> frames = new ArrayList<>();
            int site = -1;
            boolean onlyWrappers = wrapper;
            boolean enough = false;
            StackFrame callee = null;
            skipLinks();
            while (frame != null && !enough) {
                boolean library = library();
                onlyWrappers = onlyWrappers && !library && frames.size() < WRAPPERS
                    && (callee == null || code.passesOn(frame, callee));
                if (site < 0 && !library && !onlyWrappers) {
                    site = frames.size();
                }
                frames.add(element(frame));
                enough = site >= 0 && frames.size() >= site + own || frames.size() == DEEPEST;
                callee = frame;
                next();
                skipLinks();
            }
            if (site < 0) {
                site = Math.max(0, frames.size() - 1);
            }
            return new Walk(access, List.copyOf(frames), site);
        }
    }

    /**
     * Drops the names of the class loader and the module, which could split one site into several. Reads the line from
     * the class file if the JVM does not know it, because the method was already running when its class was rewritten.
     */
    private StackTraceElement element(StackFrame frame) {
        StackTraceElement element = frame.toStackTraceElement();
        int line = element.getLineNumber();
        return new StackTraceElement(element.getClassName(), element.getMethodName(), frame.getFileName(),
            line < 0 && !element.isNativeMethod() ? code.line(frame) : line);
    }

    /** Uses a loop, since linking the lambda of a stream would slow down startup. */
    public static boolean starts(List<String> prefixes, String className) {
        for (String prefix : prefixes) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** The JDK's frames between an access and the program, which show the method that the program has called. */
    private static final class JdkCall {
        /** Class name prefixes of the API for memory and its implementation. */
        private static final List<String> MEMORY = List.of("java.nio.", "jdk.internal.misc.ScopedMemoryAccess",
            "jdk.internal.foreign.", "java.lang.foreign.", "jdk.incubator.foreign.");
        /** Parts of the implementation whose accesses have other widths than the program's, or serve the JDK itself. */
        private static final List<String> PARTS =
            List.of("jdk.internal.foreign.SegmentBulkOperations", "jdk.internal.foreign.StringSupport");

        /** The outermost class and method. */
        private String type = "";
        private String method = "";
        /** Whether the JDK made the access for itself; a bulk access counts as the program's all the same. */
        private boolean own;

        /** Adds a frame. Returns false if it is not the JDK's, or stands for a method reference of the program. */
        boolean add(StackFrame frame) {
            String name = frame.getClassName();
            if (name.contains(LAMBDA) || !starts(JDK, name)) {
                return false;
            }
            if (!starts(LINKS, name)) {
                own |= !starts(MEMORY, name) || starts(PARTS, name);
                type = name;
                method = frame.getMethodName();
            }
            return true;
        }

        /** Returns the access as the program sees it; null if the JDK made it for itself. */
        Access access(Access below) {
            if (own && !below.bulk()) {
                return null;
            }
            if (type.startsWith("java.nio.")) {
                return below.through("buffer", buffer(type), method);
            }
            boolean incubates = type.startsWith("jdk.incubator.foreign.");
            if (incubates || type.startsWith("jdk.internal.foreign.") || type.startsWith("java.lang.foreign.")) {
                return below.through("segment", incubates ? type : "java.lang.foreign.MemorySegment", method);
            }
            if (own) {
                return below.through(COPY, type, method);
            }
            return below.through("view", "java.lang.invoke.VarHandle", below.operation() == READ ? "get" : "set");
        }

        /** Returns the public class of a buffer, such as LongBuffer for ByteBufferAsLongBufferL. */
        private static String buffer(String type) {
            for (String element : UnsafeMethods.BYTES.keySet()) {
                if (type.contains(element + "Buffer")) {
                    return "java.nio." + element + "Buffer";
                }
            }
            return "java.nio.ByteBuffer";
        }
    }
}
