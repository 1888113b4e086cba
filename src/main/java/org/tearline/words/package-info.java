// SPDX-License-Identifier: Apache-2.0
/** Formats numbers, and makes the sentences and JSON objects that the terminal, the page and the reports share. */
package org.tearline.words;
