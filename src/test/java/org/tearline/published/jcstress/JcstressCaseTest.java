package org.tearline.published.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

class JcstressCaseTest {
    private static final String PACKAGE = "org.tearline.jcstress.";

    @ParameterizedTest
    @CsvSource({
        "UnsafeAddress.LineCrossing.OrderedVolatile, UNSAFE, LINE_CROSSING, ORDERED, VOLATILE",
        "UnsafeAddress.PageCrossing.GetAndAddGetAndAdd, UNSAFE, PAGE_CROSSING, GETANDADD, GETANDADD",
        "AgronaBuffer.InsideLine.CasCas, DIRECT, INSIDE_LINE, CAS, CAS",
        "AgronaBuffer.LineCrossing.GetAndSetExchange, DIRECT, LINE_CROSSING, GETANDSET, EXCHANGE",
        "JdkBuffer.Aligned.PlainPlain, BYTEBUFFER, ALIGNED, PLAIN, PLAIN",
        "JdkBuffer.Aligned.ViewOrderedAcquire, BYTEBUFFER, ALIGNED, ORDERED, ACQUIRE",
        "JdkBuffer.InsideLine.ViewGetAndSetGetAndAddRefused, BYTEBUFFER, INSIDE_LINE, GETANDSET, GETANDADD"})
    void shouldReadTheNameOfATest(String name, Memory memory, JcstressCase.Where where, WriteMode write,
                                  ReadMode read) {
        assertThat(JcstressCase.of(PACKAGE + name)).contains(new JcstressCase(memory, where, write, read));
    }

    @ParameterizedTest
    @ValueSource(strings = {PACKAGE + "UnsafeAddressInt.LineCrossing.OrderedVolatile",
        PACKAGE + "UnsafeAddressShort.InsideLine.PlainPlain", PACKAGE + "CandidateClaim.LineCrossing.Ordered",
        PACKAGE + "JdkBuffer.LineCrossing.ViewPlainPlain", PACKAGE + "UnsafeAddress.LineCrossing.OrderedBackwards",
        "org.example.UnsafeAddress.LineCrossing.OrderedVolatile", ""})
    void shouldLeaveOutWhatHasNoPlace(String name) {
        assertThat(JcstressCase.of(name)).isEqualTo(Optional.empty());
    }

    @Test
    void shouldKnowTheOffsetsOfEachPlacement() {
        Geometry geometry = new Geometry(64, 4096);

        assertThat(JcstressCase.Where.ALIGNED.offsets(geometry)).containsExactly(0, 8, 16, 24, 32, 40, 48, 56);
        assertThat(JcstressCase.Where.INSIDE_LINE.offsets(geometry))
            .containsExactly(4, 12, 20, 25, 28, 31, 36, 44, 52);
        assertThat(JcstressCase.Where.LINE_CROSSING.offsets(geometry)).containsExactly(57, 58, 59, 60, 61, 62, 63);
        assertThat(JcstressCase.Where.PAGE_CROSSING.offsets(geometry))
            .containsExactly(4089, 4090, 4091, 4092, 4093, 4094, 4095);
    }
}
