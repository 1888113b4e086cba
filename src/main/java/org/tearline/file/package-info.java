// SPDX-License-Identifier: Apache-2.0
/** The published result file: its records, its text and its digest. */
package org.tearline.file;
