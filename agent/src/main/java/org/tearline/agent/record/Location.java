// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.tearline.agent.access.Access;

/**
 * One watched instruction of the program. Thread-safe.
 *
 * @param place   class, method and line
 * @param wrapper whether its method only passes an address on, so that its callers are what matters
 * @param hits    those of values that are not told apart
 * @param latest  where the last walked stack led to, by slot of a site's counts, those in the heap negative: no site
 *                gets an offset that it was never seen at
 */
record Location(int id, Access access, String place, boolean wrapper, AtomicLong hits,
                ConcurrentHashMap<Integer, Site> latest) {
}
