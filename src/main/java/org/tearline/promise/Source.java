// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

/** Where a promise stands. */
public record Source(String title, String url) {
}
