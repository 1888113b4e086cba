// SPDX-License-Identifier: Apache-2.0
/** Describes accesses and where they lie. */
package org.tearline.agent.access;
