// SPDX-License-Identifier: Apache-2.0
/** Prints what commands find out for people, and shows how far they are. */
package org.tearline.cli.text;
