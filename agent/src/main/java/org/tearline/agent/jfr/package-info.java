// SPDX-License-Identifier: Apache-2.0
/** The event for the JDK's flight recorder. */
package org.tearline.agent.jfr;
