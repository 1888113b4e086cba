// SPDX-License-Identifier: Apache-2.0
/** The order of threads' accesses: clocks, and what passes them on. */
package org.tearline.agent.order;
