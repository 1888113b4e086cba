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
 * Fails a test that makes an access at an address that is not a multiple of its width. For most such values, neither
 * AMD nor Arm without LSE2 guarantees that they are whole, even inside a line. On a class, applies to all of its tests;
 * an annotation on a method overrides those on its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MisalignedAccess.class)
public @interface NoMisalignedAccess {
    /**
     * Allows accesses from packages, from classes with their nested classes, or from methods (class.method). Each name
     * is compared with the line of code in the failure, and with every frame through which it made the access.
     */
    String[] allow() default {};
}
