// SPDX-License-Identifier: Apache-2.0
/** How numbers, bytes and long lines are written for people: the one place for all renderers. */
package org.tearline.report.text;
