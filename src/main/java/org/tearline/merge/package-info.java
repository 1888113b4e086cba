// SPDX-License-Identifier: Apache-2.0
/** Many result files added up: cells, rows and CPU models. */
package org.tearline.merge;
