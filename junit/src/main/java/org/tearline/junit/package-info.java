// SPDX-License-Identifier: Apache-2.0
/** Makes tests fail that keep shared values where they can be seen torn. */
package org.tearline.junit;
