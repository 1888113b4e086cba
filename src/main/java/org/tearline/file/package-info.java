// SPDX-License-Identifier: Apache-2.0
/** The published result file: records, text, digest and validation. */
package org.tearline.file;
