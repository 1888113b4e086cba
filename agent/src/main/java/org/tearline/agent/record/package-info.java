// SPDX-License-Identifier: Apache-2.0
/** Records accesses at run time, in tables of limited size. The program's threads update most of them without locks. */
package org.tearline.agent.record;
