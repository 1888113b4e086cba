// SPDX-License-Identifier: Apache-2.0
/** Inserts a check before every watched instruction of the program's classes. */
package org.tearline.agent.rewrite;
