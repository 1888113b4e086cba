// SPDX-License-Identifier: Apache-2.0
/** Prints judged sites for the review of a change: as SARIF, and as a summary in Markdown. */
package org.tearline.report.review;
