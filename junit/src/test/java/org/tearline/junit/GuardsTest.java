// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardsTest {
    private static final Rule EVERY = new Rule("every", 1, List.of());

    @Test
    void shouldFailOneClassForAThreadOfNoTest() throws InterruptedException {
        Guard one = new Guard("one", List.of(EVERY), null);
        Guard other = new Guard("other", List.of(EVERY), null);
        Guards.answerForPools(one);
        Guards.answerForPools(other);
        Thread thread = new Thread(() -> Guards.see(access()), "stray");
        thread.start();
        thread.join();
        Guards.release(one);
        Guards.release(other);

        assertThatThrownBy(one::verify).hasMessageContaining("by thread stray (of no known test)");
        assertThatCode(other::verify).doesNotThrowAnyException();
    }

    @Test
    void shouldNameTheClassOfATestThatHasEnded() {
        Guard outer = new Guard("class", List.of(EVERY), null);
        Guard test = new Guard("test", List.of(EVERY), outer);
        assertThat(test.nearestOpen()).isSameAs(test);
        test.close();
        assertThat(test.nearestOpen()).isSameAs(outer);
        outer.close();
        assertThat(test.nearestOpen()).isNull();
    }

    private static Map<String, Object> access() {
        Map<String, Object> access = new LinkedHashMap<>(Map.of("offset", 60, "crossesLine", true, "crossesPage", false,
            "address", 60L, "site", 0, "frames", List.of(new StackTraceElement("A", "b", "A.java", 1)),
            "access", Map.of("method", "putOrderedLong", "operation", "write", "mode", "ordered", "bytes", 8)));
        access.put("object", null);
        return access;
    }
}
