/** What was found, as JSON and in words. */
package org.tearline.agent.report;
