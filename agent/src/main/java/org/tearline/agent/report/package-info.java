// SPDX-License-Identifier: Apache-2.0
/** What was found, as JSON and in words. */
package org.tearline.agent.report;
