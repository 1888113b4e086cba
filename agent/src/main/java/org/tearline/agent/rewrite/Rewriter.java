// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.tearline.agent.record.Locations;

/** Rewrites the program's classes as they are loaded. The JVM calls it on any thread, on several at once. */
public final class Rewriter implements ClassFileTransformer {
    /** Classes that could not be rewritten and are named; a program can make such classes without end. */
    private static final int NAMED = 100;

    /** Every use of the flight recorder begins with this class. */
    private static final String RECORDER = "jdk.jfr.FlightRecorder";

    private final Locations locations;
    private final boolean plain;
    private final LongAdder classes = new LongAdder();
    private final LongAdder handles = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private volatile boolean recorderLoaded;
    private final List<NotRewritten> notRewritten = new CopyOnWriteArrayList<>();

    /** A class with watched instructions of which not all got a check. */
    public record NotRewritten(String className, String why) {
    }

    /** What was rewritten so far, where a class that is transformed again counts again. Handles are not watched. */
    public record State(long classes, long handles, long failures, List<NotRewritten> notRewritten) {
    }

    public Rewriter(Locations locations, boolean plain) {
        this.locations = locations;
        this.plain = plain;
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                            byte[] bytes) {
        if (loader == Rewriter.class.getClassLoader() || jdk(module, loader)) {
            if (redefined == null) {
                sees(dotted(name));
            }
            return null;
        }
        try {
            return rewrite(name, bytes);
        } catch (Throwable e) {
            // The JVM would drop it in silence, and the class would go unwatched without a word.
            failed(dotted(name), String.valueOf(e.getMessage()));
            return null;
        }
    }

    public boolean concerns(Class<?> loaded) {
        return loaded.getClassLoader() != Rewriter.class.getClassLoader() && !loaded.isArray() && !loaded.isHidden()
            && !jdk(loaded.getModule(), loaded.getClassLoader());
    }

    /** Named modules of the boot and the platform loader; what somebody put on the boot class path is in none. */
    private static boolean jdk(Module module, ClassLoader loader) {
        return module.isNamed() && (loader == null || loader == ClassLoader.getPlatformClassLoader());
    }

    private static String dotted(String name) {
        return name == null ? "?" : name.replace('/', '.');
    }

    private byte[] rewrite(String name, byte[] bytes) {
        ClassRewriter rewriter = new ClassRewriter(bytes, locations, plain);
        if (!rewriter.mayWatch()) {
            return null;
        }
        byte[] result = rewriter.rewrite();
        handles.add(rewriter.handles());
        if (rewriter.full()) {
            failed(dotted(name), "more than " + Locations.LIMIT + " watched instructions");
        }
        if (result != null) {
            classes.increment();
        }
        return result;
    }

    void sees(String className) {
        if (className.equals(RECORDER)) {
            recorderLoaded = true;
        }
    }

    public boolean recorderLoaded() {
        return recorderLoaded;
    }

    public void failed(String className, String why) {
        failures.increment();
        if (notRewritten.size() < NAMED) {
            notRewritten.add(new NotRewritten(className, why));
        }
    }

    public State state() {
        return new State(classes.sum(), handles.sum(), failures.sum(), List.copyOf(notRewritten));
    }
}
