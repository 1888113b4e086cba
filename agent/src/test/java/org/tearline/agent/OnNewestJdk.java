// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A test that runs on the newest JDK, see {@link Fork#newest}. */
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("org.tearline.agent.Fork#newest")
@interface OnNewestJdk {
}
