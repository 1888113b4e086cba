// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

/** Hears of each site once. Called by the thread that makes its first access, before it makes it. */
public interface NewSiteListener {
    /** @param shared whether several threads have touched the value */
    void found(Site site, boolean shared);
}
