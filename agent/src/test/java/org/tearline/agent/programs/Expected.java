// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;

/**
 * Prints what the report must say of the accesses in each part of a program: width, offset and evidence. The test finds
 * a part by the method that the compiler makes of its lambda.
 */
final class Expected {
    /** How often parts of a program run in turn. */
    static final int TIMES = 20;

    /** Serializable, since only such a lambda knows its method. */
    interface Part extends Turns.Part, Serializable {
    }

    /** Says the same of all parts. */
    static void say(String truth, Serializable... parts) throws ReflectiveOperationException {
        for (Serializable part : parts) {
            Method replace = part.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            say(truth, ((SerializedLambda) replace.invoke(part)).getImplMethodName());
        }
    }

    static void say(String truth, String method) {
        System.out.println(method + ": " + truth);
    }

    static void alternate(String truth, Part... parts) throws Exception {
        say(truth, parts);
        Turns.alternate(TIMES, parts);
    }

    /** Another thread reads between two writes. */
    static void around(String truth, Turns.Part write, Part read) throws Exception {
        say(truth, read);
        Turns.around(write, read);
    }

    static void inTurn(String truth, Part... parts) throws Exception {
        say(truth, parts);
        Turns.inTurn(parts);
    }
}
