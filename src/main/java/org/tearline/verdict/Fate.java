// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

/** What the granules predict for an access. */
public enum Fate {
    WHOLE, TORN, UNKNOWN
}
