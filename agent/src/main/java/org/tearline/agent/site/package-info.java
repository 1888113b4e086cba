// SPDX-License-Identifier: Apache-2.0
/** Where the accesses are made: watched instructions, stacks, and the sites of the program. */
package org.tearline.agent.site;
