// SPDX-License-Identifier: Apache-2.0
/** What the benchmarks of costs measured, as a result file. */
package org.tearline.published.bench;
