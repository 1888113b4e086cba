// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails a test with an ordered, volatile or locked access across two cache lines, or one that may cross them when the
 * garbage collector moves the object. No vendor guarantees that such a value is whole. On a class, applies to all of
 * its tests; an annotation on a method overrides those on its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MisalignedAccess.class)
public @interface NoLineCrossing {
    /**
     * Forbids accesses across a multiple of 8, 16, 32 or 64 bytes: 32 for values that tear on AMD Zen 4, 8 for values
     * that AMD does not guarantee to be whole. 0 means the line.
     */
    int granule() default 0;

    /**
     * Allows accesses from a package, a class with its nested classes, or class.method. Compared with every frame from
     * the access to the first one outside the access libraries.
     */
    String[] allow() default {};
}
