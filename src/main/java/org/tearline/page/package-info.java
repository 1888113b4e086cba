// SPDX-License-Identifier: Apache-2.0
/** Presents the combined results: pages and tables for people, data for programs. */
package org.tearline.page;
