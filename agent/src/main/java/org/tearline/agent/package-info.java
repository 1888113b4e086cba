// SPDX-License-Identifier: Apache-2.0
/** Entry point, options and session of the agent. */
package org.tearline.agent;
