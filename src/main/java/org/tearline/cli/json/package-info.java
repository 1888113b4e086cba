// SPDX-License-Identifier: Apache-2.0
/** Prints what commands find out as JSON: records, as Jackson writes them. */
package org.tearline.cli.json;
