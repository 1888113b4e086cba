// SPDX-License-Identifier: Apache-2.0
/** Presents the combined results: the page for people, data for programs. */
package org.tearline.page;
