// SPDX-License-Identifier: Apache-2.0
/** Holds what was found, as JSON and in words. */
package org.tearline.agent.report;
