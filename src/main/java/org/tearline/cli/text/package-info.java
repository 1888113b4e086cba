// SPDX-License-Identifier: Apache-2.0
/** What several commands print: text for people and JSON for programs. */
package org.tearline.cli.text;
