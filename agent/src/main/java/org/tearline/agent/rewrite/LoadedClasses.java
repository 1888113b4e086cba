// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.rewrite;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;

/** Rewrites classes that are loaded already. Not thread-safe. */
public final class LoadedClasses {
    /**
     * Loaded classes that are rewritten at once. Each call stops the program and walks through all classes of the JVM:
     * one by one, those of a tracing agent that was started before took half a minute and more.
     */
    private static final int BATCH = 1_000;

    private final Instrumentation instrumentation;
    private final Rewriter rewriter;

    public LoadedClasses(Instrumentation instrumentation, Rewriter rewriter) {
        this.instrumentation = instrumentation;
        this.rewriter = rewriter;
    }

    public void rewrite() {
        List<Class<?>> concerned = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            rewriter.sees(loaded.getName());
            if (rewriter.concerns(loaded) && instrumentation.isModifiableClass(loaded)) {
                concerned.add(loaded);
            }
        }
        for (int from = 0; from < concerned.size(); from += BATCH) {
            retransform(concerned.subList(from, Math.min(from + BATCH, concerned.size())));
        }
    }

    /** All or none of them are transformed, so those of a half that fails are tried in halves of their own. */
    private void retransform(List<Class<?>> classes) {
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException | LinkageError | UnsupportedOperationException e) {
            if (classes.size() == 1) {
                rewriter.failed(classes.get(0).getName(), e.toString());
                return;
            }
            int half = classes.size() / 2;
            retransform(classes.subList(0, half));
            retransform(classes.subList(half, classes.size()));
        }
    }
}
