// SPDX-License-Identifier: Apache-2.0
/** Prints judged values for the review of a change, as SARIF. */
package org.tearline.report.review;
