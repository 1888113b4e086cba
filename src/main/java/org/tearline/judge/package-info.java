// SPDX-License-Identifier: Apache-2.0
/** Judges the agent's findings by measured granules and vendor promises. */
package org.tearline.judge;
