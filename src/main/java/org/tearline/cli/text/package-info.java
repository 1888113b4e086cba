// SPDX-License-Identifier: Apache-2.0
/** The output of commands: text for people and JSON for programs. */
package org.tearline.cli.text;
