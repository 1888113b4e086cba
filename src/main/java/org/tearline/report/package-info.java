// SPDX-License-Identifier: Apache-2.0
/** Writes the combined results into a folder, and the generated tables into documents. */
package org.tearline.report;
