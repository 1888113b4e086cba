// SPDX-License-Identifier: Apache-2.0
/** The agent's entry, its options, and what connects its parts in a JVM. */
package org.tearline.agent;
