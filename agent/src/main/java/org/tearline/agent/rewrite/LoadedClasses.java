// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rewrites classes that are loaded already, and gives them back their own code. Not thread-safe. */
public final class LoadedClasses {
    /**
     * Loaded classes that are rewritten at once. Each call stops the program and walks through all classes of the JVM:
     * one by one, those of a tracing agent that was started before took half a minute and more.
     */
    private static final int BATCH = 1_000;

    private final Instrumentation instrumentation;
    private final Rewriter rewriter;
    /** Holds what went wrong, by class. */
    private final Map<String, String> failures = new TreeMap<>();

    /** @param rewriter the transformer of this JVM */
    public LoadedClasses(Instrumentation instrumentation, Rewriter rewriter) {
        this.instrumentation = instrumentation;
        this.rewriter = rewriter;
    }

    /**
     * Classes that were there before: those of agents before this one, or all of a program that runs already.
     *
     * @param asked name of a class of the JDK
     * @return whether that was among them
     */
    public boolean rewrite(String asked) {
        boolean found = false;
        List<Class<?>> concerned = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            found |= loaded.getName().equals(asked);
            if (rewriter.concerns(loaded) && instrumentation.isModifiableClass(loaded)) {
                concerned.add(loaded);
            }
        }
        retransform(concerned);
        for (Map.Entry<String, String> failure : failures.entrySet()) {
            rewriter.failed(failure.getKey(), failure.getValue());
        }
        return found;
    }

    /**
     * Gives the rewritten ones their own code back. The transformer must be removed already.
     *
     * @return how many got it
     */
    public int restore() {
        List<Class<?>> concerned = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (rewriter.concerns(loaded) && rewriter.rewrote(loaded)) {
                concerned.add(loaded);
            }
        }
        failures.clear();
        retransform(concerned);
        return concerned.size() - failures.size();
    }

    /** Returns the classes with which the last call failed, and why. */
    public Map<String, String> failures() {
        return Map.copyOf(failures);
    }

    private void retransform(List<Class<?>> classes) {
        for (int from = 0; from < classes.size(); from += BATCH) {
            retransformAll(classes.subList(from, Math.min(from + BATCH, classes.size())));
        }
    }

    /** All or none of them are transformed, so those of a half that fails are tried in halves of their own. */
    private void retransformAll(List<Class<?>> classes) {
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException | LinkageError | UnsupportedOperationException e) {
            if (classes.size() == 1) {
                failures.put(classes.get(0).getName(), e.toString());
                return;
            }
            int half = classes.size() / 2;
            retransformAll(classes.subList(0, half));
            retransformAll(classes.subList(half, classes.size()));
        }
    }
}
