// SPDX-License-Identifier: Apache-2.0
/** What an access is and where its bytes lie: pure values. */
package org.tearline.agent.access;
