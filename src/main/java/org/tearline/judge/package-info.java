// SPDX-License-Identifier: Apache-2.0
/** Judges what the agent found in a program, by the granules that were measured and that vendors promise. */
package org.tearline.judge;
