// SPDX-License-Identifier: Apache-2.0
/** Combines published files into numbers for CPU designs. */
package org.tearline.archive;
