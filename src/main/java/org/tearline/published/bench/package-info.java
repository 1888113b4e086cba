// SPDX-License-Identifier: Apache-2.0
/** Holds what the benchmarks of costs measured, as a result file. */
package org.tearline.published.bench;
