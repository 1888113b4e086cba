// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Fails tests that make accesses forbidden by {@link NoLineCrossing} (the default) or {@link NoMisalignedAccess}. Loads
 * the Tearline agent if it is not running. A test that cannot be watched fails. Thread-safe.
 */
public final class MisalignedAccess implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback,
    AfterEachCallback, InvocationInterceptor {
    private static final ExtensionContext.Namespace OWN = ExtensionContext.Namespace.create(MisalignedAccess.class);
    private static final String CLASS = "class";
    private static final String TEST = "test";

    /** Used by JUnit. */
    public MisalignedAccess() {
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Guard outer = guardOf(watchedClass(context));
        Watched watched = Watched.start(new Guard("class " + context.getRequiredTestClass().getName()
            + ", outside its tests", AnnotatedRules.of(context), outer), outer == null, context);
        context.getStore(OWN).put(CLASS, watched);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end(context.getStore(OWN).remove(CLASS, Watched.class));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Guard outer = guardOf(watchedClass(context));
        Watched watched = Watched.start(new Guard(context.getRequiredTestClass().getName() + "."
            + context.getRequiredTestMethod().getName(), AnnotatedRules.of(context), outer), outer == null, context);
        context.getStore(OWN).put(TEST, watched);
        Guards.enter(watched.guard());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Watched watched = context.getStore(OWN).remove(TEST, Watched.class);
        if (watched != null) {
            Guards.leave();
        }
        end(watched);
    }

    /** Does nothing for null: watching could not be started, which has already failed the test. */
    private static void end(Watched watched) {
        if (watched != null) {
            watched.end();
        }
    }

    @Override
    public <T> T interceptTestClassConstructor(Invocation<T> invocation,
                                               ReflectiveInvocationContext<Constructor<T>> constructor,
                                               ExtensionContext context) throws Throwable {
        return proceed(invocation, context);
    }

    @Override
    public void interceptBeforeAllMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method,
                                         ExtensionContext context) throws Throwable {
        proceed(invocation, context);
    }

    @Override
    public void interceptAfterAllMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method,
                                        ExtensionContext context) throws Throwable {
        proceed(invocation, context);
    }

    private static <T> T proceed(Invocation<T> invocation, ExtensionContext context) throws Throwable {
        Watched ofClass = watchedClass(context);
        if (ofClass == null) {
            return invocation.proceed();
        }
        Guards.enter(ofClass.guard());
        try {
            return invocation.proceed();
        } finally {
            Guards.leave();
        }
    }

    /** @param watched null if there is none */
    private static Guard guardOf(Watched watched) {
        return watched == null ? null : watched.guard();
    }

    /** Returns the nearest watched class, or null if the extension is on a method only. */
    private static Watched watchedClass(ExtensionContext context) {
        return context.getStore(OWN).get(CLASS, Watched.class);
    }
}
