// SPDX-License-Identifier: Apache-2.0
/** Events for the JDK's flight recorder; nothing of it is loaded before somebody uses that. */
package org.tearline.agent.jfr;
