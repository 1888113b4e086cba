// SPDX-License-Identifier: Apache-2.0
/** Explains crash logs, kernel messages and exceptions. */
package org.tearline.symptom;
