// SPDX-License-Identifier: Apache-2.0
/** Describes accesses and their positions. */
package org.tearline.agent.access;
