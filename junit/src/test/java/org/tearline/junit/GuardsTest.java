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
    private static final int PLACES = 9;

    @Test
    void shouldFailOneClassForAThreadOfNoTest() throws InterruptedException {
        Guard one = new Guard("one", List.of(EVERY), null);
        Guard other = new Guard("other", List.of(EVERY), null);
        Guards.answerForPools(one);
        Guards.answerForPools(other);
        Thread thread = new Thread(() -> Guards.see(access("b", null, false)), "stray");
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

    @Test
    void shouldHaveTheTraceOfTheWorstPlace() {
        Guard guard = new Guard("test", List.of(EVERY), null);
        for (int i = 0; i < PLACES; i++) {
            guard.see(Hit.of(access("method" + i, null, false)));
        }
        guard.see(Hit.of(access("worst", null, true)));

        assertThatThrownBy(guard::verify).satisfies(failure ->
            assertThat(failure.getStackTrace()[0].getMethodName()).isEqualTo("worst"));
    }

    /** The agent does not say which of several objects was accessed. */
    @Test
    void shouldCountOffsetsInObjects() {
        Guard guard = new Guard("test", List.of(EVERY), null);
        guard.see(Hit.of(access("b", "byte[]", false)));
        guard.see(Hit.of(access("b", "byte[]", false)));

        assertThatThrownBy(guard::verify).hasMessageContaining("2 accesses by thread ")
            .hasMessageContaining(" to 1 offset in a byte[]");
    }

    /** The options are wrong so that nothing is attached to this JVM. */
    @Test
    void shouldTryAgainToAttachAfterAnInterruption() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> AgentLink.listen("wrong")).isInstanceOf(NotWatchedError.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(() -> AgentLink.listen("wrong")).isInstanceOf(NotWatchedError.class)
            .hasMessageNotContaining("interrupted");
    }

    private static Map<String, Object> access(String method, String object, boolean crossesPage) {
        Map<String, Object> access = new LinkedHashMap<>(Map.of("offset", 60, "crossesLine", true,
            "crossesPage", crossesPage, "address", 60L, "site", 0,
            "frames", List.of(new StackTraceElement("A", method, "A.java", 1)),
            "access", Map.of("method", "putOrderedLong", "operation", "write", "mode", "ordered", "bytes", 8)));
        access.put("object", object);
        return access;
    }
}
