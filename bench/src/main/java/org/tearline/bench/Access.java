// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import static org.agrona.UnsafeApi.compareAndSetInt;
import static org.agrona.UnsafeApi.compareAndSetLong;
import static org.agrona.UnsafeApi.compareAndSetShort;
import static org.agrona.UnsafeApi.getAndAddInt;
import static org.agrona.UnsafeApi.getAndAddLong;
import static org.agrona.UnsafeApi.getAndAddShort;
import static org.agrona.UnsafeApi.getIntOpaque;
import static org.agrona.UnsafeApi.getLongOpaque;
import static org.agrona.UnsafeApi.getShortOpaque;
import static org.agrona.UnsafeApi.putIntOpaque;
import static org.agrona.UnsafeApi.putIntRelease;
import static org.agrona.UnsafeApi.putIntVolatile;
import static org.agrona.UnsafeApi.putLongOpaque;
import static org.agrona.UnsafeApi.putLongRelease;
import static org.agrona.UnsafeApi.putLongVolatile;
import static org.agrona.UnsafeApi.putShortOpaque;
import static org.agrona.UnsafeApi.putShortRelease;
import static org.agrona.UnsafeApi.putShortVolatile;

/**
 * One access to raw memory at any address. Returns the loaded value or the result, so that no access is dead code; 0
 * for a store. Thread-safe.
 *
 * <p>The operations load and store are opaque. They compile to the same MOV as plain ones, but C2 neither merges nor
 * eliminates them. A CAS always succeeds, as the memory contains 0. The result of an addition is used, because C2 would
 * otherwise emit LOCK ADD instead of XADD.
 */
interface Access {
    long at(long address);

    /** @param operation load, store, ordered, volatile, cas or getandadd */
    static Access of(String operation, int widthBytes) {
        return switch (operation + widthBytes) {
            case "load2" -> address -> getShortOpaque(null, address);
            case "load4" -> address -> getIntOpaque(null, address);
            case "load8" -> address -> getLongOpaque(null, address);
            case "store2" -> address -> {
                putShortOpaque(null, address, (short) address);
                return 0;
            };
            case "store4" -> address -> {
                putIntOpaque(null, address, (int) address);
                return 0;
            };
            case "store8" -> address -> {
                putLongOpaque(null, address, address);
                return 0;
            };
            case "ordered2" -> address -> {
                putShortRelease(null, address, (short) address);
                return 0;
            };
            case "ordered4" -> address -> {
                putIntRelease(null, address, (int) address);
                return 0;
            };
            case "ordered8" -> address -> {
                putLongRelease(null, address, address);
                return 0;
            };
            case "volatile2" -> address -> {
                putShortVolatile(null, address, (short) address);
                return 0;
            };
            case "volatile4" -> address -> {
                putIntVolatile(null, address, (int) address);
                return 0;
            };
            case "volatile8" -> address -> {
                putLongVolatile(null, address, address);
                return 0;
            };
            case "cas2" -> address -> compareAndSetShort(null, address, (short) 0, (short) 0) ? 1 : 0;
            case "cas4" -> address -> compareAndSetInt(null, address, 0, 0) ? 1 : 0;
            case "cas8" -> address -> compareAndSetLong(null, address, 0, 0) ? 1 : 0;
            case "getandadd2" -> address -> getAndAddShort(null, address, (short) 1);
            case "getandadd4" -> address -> getAndAddInt(null, address, 1);
            case "getandadd8" -> address -> getAndAddLong(null, address, 1);
            default -> throw new IllegalArgumentException(operation + " of " + widthBytes + " bytes");
        };
    }
}
