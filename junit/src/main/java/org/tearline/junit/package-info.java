// SPDX-License-Identifier: Apache-2.0
/** A JUnit extension that fails tests whose shared values can tear. */
package org.tearline.junit;
