// SPDX-License-Identifier: Apache-2.0
/** A JUnit extension that fails tests with misaligned accesses, whose values can tear if threads share them. */
package org.tearline.junit;
