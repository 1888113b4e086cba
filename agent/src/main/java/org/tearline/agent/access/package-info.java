/** What an access is and where its bytes lie: pure values. */
package org.tearline.agent.access;
