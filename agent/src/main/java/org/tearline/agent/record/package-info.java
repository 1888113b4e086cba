// SPDX-License-Identifier: Apache-2.0
/** Records accesses at run time, in tables of fixed size that the program's threads update without locks. */
package org.tearline.agent.record;
