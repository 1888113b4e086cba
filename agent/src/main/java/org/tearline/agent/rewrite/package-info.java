// SPDX-License-Identifier: Apache-2.0
/** Inserts a check after every watched access of the program, and below the JDK's memory API. */
package org.tearline.agent.rewrite;
