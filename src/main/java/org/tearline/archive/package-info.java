// SPDX-License-Identifier: Apache-2.0
/** Combines published files to numbers for CPU designs. */
package org.tearline.archive;
