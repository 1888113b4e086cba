// SPDX-License-Identifier: Apache-2.0
/** What was seen at run time: tables of fixed size, written by the program's own threads without a lock. */
package org.tearline.agent.record;
