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
 * Fails a test that makes an ordered, volatile or locked access whose bytes lie in two cache lines, or may come to do
 * so when the collector moves their object. No vendor promises that such a value is whole. On a class it holds for all
 * of its tests; an annotation on a method takes the place of those on its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(MisalignedAccess.class)
public @interface NoLineCrossing {
    /**
     * Forbids what lies across a multiple of 8, 16, 32 or 64 bytes: 32 finds what tears on AMD's Zen 4, 8 what AMD does
     * not promise. 0 is the line.
     */
    int granule() default 0;

    /**
     * Places whose accesses are known and allowed: a package, a class with those nested in it, or class.method. It is
     * compared with every frame from the access to the first one outside the access libraries.
     */
    String[] allow() default {};
}
