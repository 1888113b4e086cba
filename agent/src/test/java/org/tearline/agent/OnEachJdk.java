// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A test that runs on each JDK, see {@link Fork#jdks}. */
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("org.tearline.agent.Fork#jdks")
@interface OnEachJdk {
}
