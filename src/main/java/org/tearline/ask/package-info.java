// SPDX-License-Identifier: Apache-2.0
/** Answers questions in the terminal as the page does. */
package org.tearline.ask;
