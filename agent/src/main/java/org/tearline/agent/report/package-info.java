// SPDX-License-Identifier: Apache-2.0
/** The findings, as JSON and in words. */
package org.tearline.agent.report;
