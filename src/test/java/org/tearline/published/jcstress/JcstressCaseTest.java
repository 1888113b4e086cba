// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;

class JcstressCaseTest {
    private static final String PACKAGE = JcstressSources.PACKAGE;

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
        assertThat(JcstressSources.tests()).extracting(JcstressSources.Test::name).contains(PACKAGE + name);
        assertThat(JcstressCase.of(PACKAGE + name)).contains(new JcstressCase(memory, where, write, read));
    }

    @Test
    void shouldKnowEveryTestOfTheProjectOrLeaveItOutOnPurpose() {
        List<JcstressSources.Test> tests = JcstressSources.tests();
        assertThat(tests).hasSize((int) JcstressSources.marked()).hasSizeGreaterThan(100);

        Pattern noPlace = Pattern.compile("\\.(UnsafeAddressInt|UnsafeAddressShort|CandidateClaim)\\."
            + "|\\.JdkBuffer\\.\\w+\\.View(Plain\\w+|\\w+Plain)(Refused)?$");
        for (JcstressSources.Test test : tests) {
            boolean known = JcstressCase.of(test.name()).isPresent();
            assertThat(known).as(test.name()).isEqualTo(!noPlace.matcher(test.name()).find());
        }
    }

    @Test
    void shouldFindEveryPlacementInTheStateThatATestExtends() {
        JcstressSources.tests().forEach(test -> JcstressCase.of(test.name()).ifPresent(known ->
            assertThat(test.base()).as(test.name()).isEqualTo("Slot." + switch (known.where()) {
                case ALIGNED -> "Aligned";
                case INSIDE_LINE -> "InsideLine";
                case LINE_CROSSING -> "LineCrossing";
                case PAGE_CROSSING -> "PageCrossing";
            })));
    }

    /** jcstress runs what matches and says nothing of a pattern that matches no test any more. */
    @ParameterizedTest
    @ValueSource(strings = {"jcstress", "jcstress-smoke"})
    void shouldFindTestsForEveryPatternOfTheScripts(String script) throws IOException {
        List<String> patterns = Pattern.compile("'([^'\\n]*\\b(?:UnsafeAddress|AgronaBuffer|JdkBuffer)\\b[^'\\n]*)'")
            .matcher(Files.readString(Path.of("scripts", script))).results().map(match -> match.group(1)).toList();
        assertThat(patterns).isNotEmpty().allSatisfy(pattern -> assertThat(JcstressSources.tests())
            .anyMatch(test -> Pattern.compile(pattern).matcher(test.name()).find()));
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
