// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jdk.jfr.AnnotationElement;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Period;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the events to what the documentation of jdk.jfr asks of names, labels and descriptions, and to what JDK Mission
 * Control shows by them: a category, a unit with each amount, and labels that fit a column.
 */
class FlightEventsTest {
    private static final int LONGEST_LABEL = 45;
    private static final int LONGEST_DESCRIPTION = 120;
    /** What every event has, with the JDK's own labels. */
    private static final Set<String> INHERITED = Set.of("startTime", "duration", "eventThread", "stackTrace");
    private static final Set<String> SMALL_WORDS = Set.of("a", "an", "and", "at", "by", "in", "of", "on", "the", "to");

    static Stream<EventType> types() {
        return FlightEvents.TYPES.stream().map(EventType::getEventType);
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldNameAndDescribeEvents(EventType type) {
        assertThat(type.getName()).matches("org\\.tearline\\.[A-Z][A-Za-z]+").doesNotEndWith("Event");
        assertThat(type.getCategoryNames()).containsExactly("Tearline");
        assertLabel(type.getLabel());
        assertThat(type.getName()).endsWith("." + type.getLabel().replace(" ", ""));
        assertDescription(type.getDescription());
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldNameAndDescribeFields(EventType type) {
        List<ValueDescriptor> own = type.getFields().stream().filter(field -> !INHERITED.contains(field.getName()))
            .toList();
        assertThat(own).hasSizeGreaterThan(8);
        for (ValueDescriptor field : own) {
            assertThat(field.getName()).matches("[a-z]+([A-Z][a-z]+)*");
            assertLabel(field.getLabel());
            if (field.getDescription() != null) {
                assertDescription(field.getDescription());
            }
        }
        assertThat(own).extracting(ValueDescriptor::getLabel).doesNotHaveDuplicates();
    }

    /** A number is an amount of bytes, which says so, or a count, which its label names by a plural. */
    @ParameterizedTest
    @MethodSource("types")
    void shouldGiveEveryAmountAUnit(EventType type) {
        List<ValueDescriptor> numbers = type.getFields().stream().filter(field -> !INHERITED.contains(field.getName()))
            .filter(field -> Set.of("int", "long").contains(field.getTypeName())).toList();
        assertThat(numbers).isNotEmpty();
        for (ValueDescriptor field : numbers) {
            DataAmount amount = field.getAnnotation(DataAmount.class);
            if (amount == null) {
                assertThat(field.getLabel()).endsWith("s");
            } else {
                assertThat(amount.value()).isEqualTo(DataAmount.BYTES);
                assertThat(field.getContentType()).isEqualTo(DataAmount.class.getName());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldHaveAStackOrAPeriod(EventType type) {
        List<AnnotationElement> annotations = type.getAnnotationElements();
        boolean periodic = type.getAnnotation(Period.class) != null;
        assertThat(type.getField("stackTrace") != null).as(annotations.toString()).isEqualTo(!periodic);
    }

    /** The two go together in a recording, so the same thing has the same name in both. */
    @ParameterizedTest
    @MethodSource("types")
    void shouldLabelTheSameFieldAlike(EventType type) {
        List<EventType> all = FlightEvents.TYPES.stream().map((Class<? extends Event> one) ->
            EventType.getEventType(one)).toList();
        for (ValueDescriptor field : type.getFields()) {
            for (EventType other : all) {
                ValueDescriptor same = other.getField(field.getName());
                assertThat(same == null || same.getLabel().equals(field.getLabel())
                    && same.getTypeName().equals(field.getTypeName())).as(field.getName()).isTrue();
            }
        }
    }

    /** Headline style: every word but small ones begins with a capital, and nothing ends it. */
    private static void assertLabel(String label) {
        assertThat(label).isNotNull().hasSizeLessThanOrEqualTo(LONGEST_LABEL).matches("[A-Za-z ]+");
        assertThat(label.split(" ")).allMatch(word -> SMALL_WORDS.contains(word)
            || Character.isUpperCase(word.charAt(0)));
    }

    /** Sentence style, and no full stop behind a single sentence. */
    private static void assertDescription(String text) {
        assertThat(text).isNotNull().hasSizeBetween(10, LONGEST_DESCRIPTION).matches("[A-Z].*[^.]");
    }
}
