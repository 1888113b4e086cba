// SPDX-License-Identifier: Apache-2.0
/** Holds what the independent jcstress project exported, and how it becomes series of a result file. */
package org.tearline.published.jcstress;
