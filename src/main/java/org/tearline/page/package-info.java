// SPDX-License-Identifier: Apache-2.0
/** Added-up results as pages and tables for people, and as data for further work. */
package org.tearline.page;
