// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

/**
 * Says where a promise stands. Immutable.
 *
 * @param title the document, and its section by title
 * @param url   the document's public page
 */
public record Source(String title, String url) {
}
