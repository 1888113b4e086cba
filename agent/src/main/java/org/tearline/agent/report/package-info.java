// SPDX-License-Identifier: Apache-2.0
/** Renders the findings as JSON, text and flight recorder events. */
package org.tearline.agent.report;
