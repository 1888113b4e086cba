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
 * Fails a test that makes an ordered, volatile or locked access at an address that is no multiple of its width. AMD and
 * Arm without LSE2 promise nothing of most of them, inside a line, too. On a class it holds for all of its tests; an
 * annotation on a method takes the place of those on its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MisalignedAccess.class)
public @interface NoMisalignedAccess {
    /**
     * Places whose accesses are known and allowed: a package, a class with those nested in it, or class.method. It is
     * compared with every frame from the access to the first one outside the access libraries.
     */
    String[] allow() default {};
}
