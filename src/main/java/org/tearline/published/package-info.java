/** The published result file: its records, its text and its digest. */
package org.tearline.published;
