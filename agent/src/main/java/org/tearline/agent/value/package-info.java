// SPDX-License-Identifier: Apache-2.0
/** The tracked values, and the evidence of how threads share each. */
package org.tearline.agent.value;
