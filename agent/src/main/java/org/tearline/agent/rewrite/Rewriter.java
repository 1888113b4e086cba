// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Ordering;
import org.tearline.agent.order.Table;
import org.tearline.agent.site.Locations;

/**
 * Rewrites the program's classes and some of the JDK's, when they are loaded or retransformed. Thread-safe: the JVM
 * calls {@link #transform} on any thread.
 */
public final class Rewriter implements ClassFileTransformer {
    /** Maximum number of failed classes to list, since a program can generate any number of classes. */
    private static final int NAMED = 100;

    /**
     * Most classes per retransformation. Each retransformation stops the program and walks all classes of the JVM.
     * Retransforming the classes of a tracing agent one at a time took more than half a minute.
     */
    private static final int BATCH = 1_000;

    /** Start of the internal names of classes in the agent's package. */
    private static final String AGENT = "org/tearline/agent/";

    private final Locations locations;
    private final boolean plain;
    private final JdkRewriter jdkRewriter;
    private final VolatileFields volatiles = new VolatileFields();
    /** Classes of the program that were loaded, or transformed again. */
    private final LongAdder loaded = new LongAdder();
    private final LongAdder classes = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private volatile boolean flightRecorderLoaded;
    private final Table<NotRewritten, Boolean> notRewritten = new Table<>();
    private final Ordering ordering;

    /** A class in which some watched instructions have no check. */
    public record NotRewritten(String className, String why) {
    }

    /**
     * Counts so far. The classes are the program's; each is counted whenever it is loaded or rewritten. The handles are
     * those methods among the watched ones that have method handles or are called through reflection; such calls are
     * not watched.
     */
    public record State(long loaded, long classes, long handles, long failures,
                        List<NotRewritten> notRewritten) {
    }

    /** @param ordering ignores what the agent does while it rewrites a class */
    public Rewriter(Locations locations, boolean plain, Ordering ordering) {
        this.locations = locations;
        this.plain = plain;
        this.jdkRewriter = new JdkRewriter(locations, plain);
        this.ordering = ordering;
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                            byte[] bytes) {
        noteFlightRecorder(name);
        return transform(module, loader, name, name == null ? "?" : name.replace('/', '.'), redefined, bytes);
    }

    /** @param shown name of the class in the report */
    private byte[] transform(Module module, ClassLoader loader, String name, String shown, Class<?> redefined,
                             byte[] bytes) {
        if (!concerns(module, loader, name)) {
            return null;
        }
        Clock clock = ordering.threads().own();
        boolean paused = clock.pause();
        try {
            boolean ofProgram = !isJdk(module, loader);
            if (ofProgram || JdkRewriter.orders(name)) {
                return rewrite(shown, loader, redefined, bytes, ofProgram);
            }
            return jdkRewriter.rewrite(name, bytes);
        } catch (Throwable e) {
            // Not rethrown: the JVM would silently ignore it.
            failed(shown, String.valueOf(e.getMessage()));
            return null;
        } finally {
            clock.resume(paused);
        }
    }

    /**
     * Called before the program defines a hidden class. Returns null if nothing in it is watched.
     *
     * @param beside a class of the same loader
     */
    byte[] defined(byte[] bytes, Class<?> beside) {
        return transform(beside.getModule(), beside.getClassLoader(), null, "hidden class beside " + beside.getName(),
            null, bytes);
    }

    public void rewriteLoaded(Instrumentation instrumentation) {
        List<Class<?>> concerned = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            String name = loaded.getName().replace('.', '/');
            noteFlightRecorder(name);
            if (instrumentation.isModifiableClass(loaded) && !loaded.isHidden()
                && concerns(loaded.getModule(), loaded.getClassLoader(), name)) {
                concerned.add(loaded);
            }
        }
        retransform(instrumentation, concerned);
    }

    /** Splits a large batch, and one that fails, since the JVM then transforms none of its classes. */
    private void retransform(Instrumentation instrumentation, List<Class<?>> classes) {
        if (classes.size() <= BATCH) {
            try {
                instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
                return;
            } catch (UnmodifiableClassException | LinkageError | UnsupportedOperationException e) {
                if (classes.size() == 1) {
                    failed(classes.get(0).getName(), e.toString());
                    return;
                }
            }
        }
        int half = classes.size() / 2;
        retransform(instrumentation, classes.subList(0, half));
        retransform(instrumentation, classes.subList(half, classes.size()));
    }

    /** Whether a class is looked at: a few of the JDK's, all of the program's, and none of the agent's. */
    private boolean concerns(Module module, ClassLoader loader, String name) {
        if (isJdk(module, loader)) {
            return name != null && jdkRewriter.concerns(name);
        }
        // The agent's classes are those of its loader, and the few that the system class loader loads.
        boolean isAgent = loader == Rewriter.class.getClassLoader()
            || name != null && name.startsWith(AGENT) && name.indexOf('/', AGENT.length()) < 0;
        return !isAgent;
    }

    /**
     * Whether a class is in the part of the JDK that the boot and the platform class loader load. A class that the
     * program appends to the boot class path is not: it is in no named module.
     */
    private static boolean isJdk(Module module, ClassLoader loader) {
        return module.isNamed() && (loader == null || loader == ClassLoader.getPlatformClassLoader());
    }

    /** Returns null if nothing in the class is watched. */
    private byte[] rewrite(String shown, ClassLoader loader, Class<?> redefined, byte[] bytes, boolean ofProgram) {
        if (ofProgram) {
            loaded.increment();
        }
        ClassRewriter rewriter = new ClassRewriter(bytes, loader, redefined, locations, volatiles, plain, ofProgram);
        if (ofProgram && !rewriter.mayWatch()) {
            return null;
        }
        byte[] result;
        try {
            result = rewriter.rewrite(true);
        } catch (MethodTooLargeException | ClassTooLargeException e) {
            result = rewriter.rewrite(false);
        }
        if (rewriter.mayThrowReadsAway) {
            // First, so that reads are deferred only once the versions before them are known.
            Hook.defer();
            ordering.cells().defer();
        }
        if (rewriter.full) {
            failed(shown, "more than " + Locations.LIMIT + " watched instructions");
        }
        if (result != null && rewriter.watches) {
            classes.increment();
        }
        return result;
    }

    /** Every use of the flight recorder loads this class. */
    private void noteFlightRecorder(String name) {
        if ("jdk/jfr/FlightRecorder".equals(name)) {
            flightRecorderLoaded = true;
        }
    }

    public boolean flightRecorderLoaded() {
        return flightRecorderLoaded;
    }

    private void failed(String className, String why) {
        failures.increment();
        if (notRewritten.keys().size() < NAMED) {
            notRewritten.put(new NotRewritten(className, why), true);
        }
    }

    public State state() {
        long handles = locations.linked().stream().filter(method -> Call.isWatched(method, plain)).count();
        return new State(loaded.sum(), classes.sum(), handles, failures.sum(), notRewritten.keys());
    }
}
