// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

class JavaLineTest {
    @Test
    void shouldWriteEachMemoryAsItsApiIsCalled() {
        String plain = JavaLine.of(WriteMode.PLAIN);

        assertThat(JavaLine.in(Memory.MAPPED, plain)).isEqualTo("unsafe.putLong(null, ADDRESS, value)");
        assertThat(JavaLine.in(Memory.HEAP, plain)).isEqualTo("unsafe.putLong(array, ADDRESS, value)");
        assertThat(JavaLine.in(Memory.DIRECT, plain)).isEqualTo("buffer.putLong(ADDRESS, value)");
        assertThat(JavaLine.in(Memory.BYTEBUFFER, plain)).isEqualTo("buffer.putLong(ADDRESS, value)");
        assertThat(JavaLine.in(Memory.SEGMENT, plain)).isEqualTo("longs.set(segment, ADDRESS, value)");
    }

    @Test
    void shouldCallAVarHandleByItsMethods() {
        assertThat(JavaLine.in(Memory.BYTEBUFFER, JavaLine.of(ReadMode.VOLATILE)))
            .isEqualTo("longs.getVolatile(buffer, ADDRESS)");
        assertThat(JavaLine.in(Memory.HEAPVIEW, JavaLine.of(WriteMode.CAS)))
            .isEqualTo("longs.compareAndSet(array, ADDRESS, last, value)");
        assertThat(JavaLine.in(Memory.HEAPVIEW, JavaLine.of(ReadMode.EXCHANGE)))
            .isEqualTo("longs.compareAndExchange(array, ADDRESS, x, x)");
        assertThat(JavaLine.in(Memory.SEGMENT, JavaLine.of(WriteMode.ORDERED)))
            .isEqualTo("longs.setRelease(segment, ADDRESS, value)");
        assertThat(JavaLine.in(Memory.SEGMENT, JavaLine.of(WriteMode.GETANDADD)))
            .isEqualTo("longs.getAndAdd(segment, ADDRESS, value - last)");
    }
}
