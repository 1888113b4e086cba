// SPDX-License-Identifier: Apache-2.0
/**
 * Tearline as a library. A {@link org.tearline.Trial} runs one trial on this machine, from a test or a program, and
 * returns a {@link org.tearline.verdict.TrialResult}. Types that neither of these exposes are internal.
 *
 * <p>The trial runs in its own JVM, forked from the caller's JDK. That JVM loads Tearline from the caller's jars, which
 * must be files. They may be on the class path, on the module path or loaded by a test runner. The caller needs no JVM
 * flags. A trial needs two CPUs and keeps both busy.
 */
package org.tearline;
