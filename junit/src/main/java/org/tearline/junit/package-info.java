// SPDX-License-Identifier: Apache-2.0
/** Fails tests with shared values that can tear. */
package org.tearline.junit;
