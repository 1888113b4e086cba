// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.agent.access.Access.UNSAFE;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.access.Lines.Position;

class AccessTest {
    /**
     * Methods that do not access a single value of several bytes. A method that a newer JDK adds fails the test until
     * it is listed.
     */
    private static final Set<String> NONE = Set.of("addressSize", "allocateInstance", "allocateMemory",
        "allocateUninitializedArray", "arrayBaseOffset", "arrayIndexScale", "copyMemory", "copySwapMemory",
        "dataCacheLineAlignDown", "dataCacheLineFlushSize", "defineAnonymousClass", "defineClass", "defineClass0",
        "ensureClassInitialized", "freeMemory", "fullFence", "getLoadAverage", "getUncompressedObject", "getUnsafe",
        "invokeCleaner", "isBigEndian", "isWritebackEnabled", "loadFence", "loadLoadFence", "objectFieldOffset",
        "pageSize", "park", "reallocateMemory", "setMemory", "shouldBeInitialized", "staticFieldBase",
        "staticFieldOffset", "storeFence", "storeStoreFence", "throwException", "unalignedAccess", "unpark",
        "writebackMemory", "arrayInstanceBaseOffset", "arrayInstanceIndexScale", "notifyStrictStaticAccess");

    @ParameterizedTest
    @ValueSource(strings = {"sun.misc.Unsafe", "jdk.internal.misc.Unsafe"})
    void shouldKnowEveryMethodOfThisJdk(String owner) throws Exception {
        Set<String> unknown = Arrays.stream(Class.forName(owner).getMethods())
            .filter(method -> method.getDeclaringClass().getName().equals(owner)).map(Method::getName)
            .filter(name -> UnsafeMethods.find(owner, name).isEmpty() && !NONE.contains(name)
                && !name.matches(".*(Object|Reference|Byte|Boolean)(Volatile|Opaque|Acquire|Release|Plain)?"))
            .collect(Collectors.toCollection(TreeSet::new));
        assertThat(unknown).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"getLongVolatile,READ,volatile,8", "getIntAcquire,READ,acquire,4", "getShort,READ,plain,2",
        "getLongUnaligned,READ,plain,8", "getAddress,READ,plain,8", "getDoubleOpaque,READ,opaque,8",
        "putOrderedLong,WRITE,ordered,8", "putCharRelease,WRITE,ordered,2", "putFloatVolatile,WRITE,volatile,4",
        "putIntUnaligned,WRITE,plain,4", "putAddress,WRITE,plain,8", "compareAndSwapLong,UPDATE,cas,8",
        "weakCompareAndSetIntPlain,UPDATE,cas,4", "compareAndExchangeShortAcquire,UPDATE,exchange,2",
        "getAndSetLong,UPDATE,getandset,8", "getAndAddIntRelease,UPDATE,getandadd,4",
        "getAndBitwiseXorLong,UPDATE,getandbitwise,8"})
    void shouldDeriveTheAccessFromTheNameOfAMethod(String method, Operation operation, String mode, int bytes) {
        String owner = "sun.misc.Unsafe";
        assertThat(UnsafeMethods.find(owner, method)).contains(
            new Access(UNSAFE, owner, method, operation, mode, bytes, method.endsWith("Unaligned"), false));
    }

    @Test
    void shouldAgreeWithTheFirstAndTheLastByte() {
        for (int line = 16; line <= 512; line *= 2) {
            Lines lines = new Lines(line, 4096, 1);
            for (int bytes : new int[] {2, 4, 8}) {
                for (long address = 1L << 40; address < (1L << 40) + 8192; address++) {
                    long last = address + bytes - 1;
                    assertThat(lines.position(lines.place(null, address, bytes), bytes)).isEqualTo(new Position(
                        (int) (address % line), address / line != last / line, address / 4096 != last / 4096));
                }
            }
        }
    }
}
