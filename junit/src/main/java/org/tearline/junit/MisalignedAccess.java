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
 * Fails tests that make misaligned accesses, as {@link NoLineCrossing} and {@link NoMisalignedAccess} say; without one
 * of them, what the former forbids. Needs the agent of Tearline in the JVM, and loads it if it is not there: a test
 * that nothing watches fails. Thread-safe.
 */
public final class MisalignedAccess implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback,
    AfterEachCallback, InvocationInterceptor {
    private static final ExtensionContext.Namespace OWN = ExtensionContext.Namespace.create(MisalignedAccess.class);
    private static final String CLASS = "class";
    private static final String TEST = "test";

    /** Called by JUnit. */
    public MisalignedAccess() {
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        boolean nested = guardOfClass(context) != null;
        Watched watched = Watched.begin(new Guard("class " + context.getRequiredTestClass().getName()
            + ", beside its tests", Rule.of(context)), !nested, context);
        context.getStore(OWN).put(CLASS, watched);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end(context.getStore(OWN).remove(CLASS, Watched.class));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        boolean alone = guardOfClass(context) == null;
        Watched watched = Watched.begin(new Guard(context.getRequiredTestClass().getName() + "."
            + context.getRequiredTestMethod().getName(), Rule.of(context)), alone, context);
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

    /** Ends a watch. If the agent could not be loaded there is none, and the cause is the test's failure already. */
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
        Watched ofClass = guardOfClass(context);
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

    /** What watches the nearest class around; null where the extension is on a method alone. */
    private static Watched guardOfClass(ExtensionContext context) {
        return context.getStore(OWN).get(CLASS, Watched.class);
    }
}
