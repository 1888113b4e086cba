// SPDX-License-Identifier: Apache-2.0
/** From published files to CPUs: whose a file is, and what the voices agree on. */
package org.tearline.archive;
