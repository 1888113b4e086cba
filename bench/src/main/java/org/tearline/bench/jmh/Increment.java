// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import static org.agrona.UnsafeApi.getAndAddLong;
import static org.agrona.UnsafeApi.getLongOpaque;
import static org.agrona.UnsafeApi.getLongVolatile;
import static org.agrona.UnsafeApi.putLongOpaque;
import static org.agrona.UnsafeApi.putLongRelease;
import static org.agrona.UnsafeApi.putLongVolatile;

/**
 * Adds one to 8 bytes of an object, or of raw memory where the object is null. For any thread; only the last of the
 * modes loses nothing where several threads increment one place.
 *
 * <p>Plain is opaque, the same two MOVs: C2 makes one addition of a loop of plain increments.
 */
interface Increment {
    void once(Object base, long offset);

    /** In the mode of a name: plain, ordered, volatile or getandadd. */
    static Increment of(String mode) {
        return switch (mode) {
            case "plain" -> (base, offset) -> putLongOpaque(base, offset, getLongOpaque(base, offset) + 1);
            case "ordered" -> (base, offset) -> putLongRelease(base, offset, getLongVolatile(base, offset) + 1);
            case "volatile" -> (base, offset) -> putLongVolatile(base, offset, getLongVolatile(base, offset) + 1);
            case "getandadd" -> (base, offset) -> getAndAddLong(base, offset, 1);
            default -> throw new IllegalArgumentException("no mode '" + mode + "'");
        };
    }

    /** The same for an element of an array: with its check of the index, so with a load of the array's length. */
    interface OfElement {
        void once(long[] array, int index);

        /** In the mode of a name, as above. */
        static OfElement of(String mode) {
            return switch (mode) {
                case "plain" -> (array, index) ->
                    Elements.HANDLE.setOpaque(array, index, (long) Elements.HANDLE.getOpaque(array, index) + 1);
                case "ordered" -> (array, index) ->
                    Elements.HANDLE.setRelease(array, index, (long) Elements.HANDLE.getVolatile(array, index) + 1);
                case "volatile" -> (array, index) ->
                    Elements.HANDLE.setVolatile(array, index, (long) Elements.HANDLE.getVolatile(array, index) + 1);
                case "getandadd" -> (array, index) -> {
                    long before = (long) Elements.HANDLE.getAndAdd(array, index, 1L);
                };
                default -> throw new IllegalArgumentException("no mode '" + mode + "'");
            };
        }
    }
}
