// SPDX-License-Identifier: Apache-2.0
/**
 * Tearline as a library. A {@link org.tearline.Trial} runs one trial on this machine, from a test or a program, and
 * returns a {@link org.tearline.verdict.TrialResult}. All other types are internal.
 *
 * <p>The trial runs in its own JVM, forked from the caller's JDK. It loads its classes from the jars that the caller
 * loaded them from, whether from the class path, the module path or by a test runner; they must be files. The caller
 * needs no JVM flags. A trial needs two CPUs and keeps both busy.
 */
package org.tearline;
