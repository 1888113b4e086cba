// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;

/**
 * Defines the accesses that a test forbids.
 *
 * @param name    the annotation, without the places that it allows, for messages
 * @param granule accesses inside a block of this size are allowed; 0 means the line, 1 forbids all misaligned accesses
 * @param allowed packages, classes and methods
 */
record Rule(String name, int granule, List<String> allowed) {
    boolean forbids(Hit hit) {
        return hit.mayCross(granule) && hit.frames().subList(0, hit.site() + 1).stream()
            .noneMatch(this::allows);
    }

    private boolean allows(StackTraceElement frame) {
        return allows(frame.getClassName() + "." + frame.getMethodName());
    }

    private boolean allows(String place) {
        return allowed.stream().anyMatch(known -> place.equals(known)
            || place.startsWith(known + ".") || place.startsWith(known + "$"));
    }

    boolean allowsClass(String name) {
        return allows(name);
    }

    static String names(List<Rule> rules) {
        return String.join(" or ", rules.stream().map(Rule::name).toList());
    }
}
