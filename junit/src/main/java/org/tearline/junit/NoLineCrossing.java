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
 * Fails a test that makes an access across two cache lines, or one that may cross them once the garbage collector has
 * moved the object. At such a place, no vendor guarantees that a value is whole, unless every access is locked. On a
 * class, applies to all of its tests; an annotation on a method overrides those on its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MisalignedAccess.class)
public @interface NoLineCrossing {
    /**
     * Forbids accesses across a multiple of this many bytes: 8, 16, 32 or 64. Use 32 to find values that tear on AMD's
     * Zen 4, and 8 to find those that AMD does not guarantee to be whole. 0 means the line size.
     */
    int granule() default 0;

    /**
     * Allows accesses from packages, from classes with their nested classes, or from methods (class.method). Each name
     * is compared with the line of code in the failure, and with every frame through which it made the access.
     */
    String[] allow() default {};
}
