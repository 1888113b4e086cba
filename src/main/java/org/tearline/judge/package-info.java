// SPDX-License-Identifier: Apache-2.0
/** Holds what the agent found in a program, beside what vendors promise and what the results saw. */
package org.tearline.judge;
