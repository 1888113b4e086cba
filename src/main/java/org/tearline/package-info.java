// SPDX-License-Identifier: Apache-2.0
/**
 * Tearline as a library: {@link org.tearline.Trial} asks this machine one question from a test or a program, and
 * answers with a {@link org.tearline.verdict.TrialResult}. Everything else of this project is not meant to be called.
 *
 * <p>The trial runs in a JVM of its own, forked from the JDK that runs the caller. It takes its classes from the jars
 * that the caller loaded them from, so it does not matter whether they are on a class path, on a module path or added
 * by a test runner; they must be files. The caller needs no JVM flags. It takes two CPUs, and a trial keeps both busy.
 */
package org.tearline;
