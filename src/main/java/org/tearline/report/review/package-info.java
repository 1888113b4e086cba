// SPDX-License-Identifier: Apache-2.0
/** Prints judged sites for the review of a change, as SARIF. */
package org.tearline.report.review;
