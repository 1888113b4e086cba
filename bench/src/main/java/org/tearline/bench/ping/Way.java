// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A way for a message and its answer, and how both ends wait. Immutable. */
public enum Way {
    /** No way at all: two questions for the time, one after the other, recorded like a round trip. */
    CLOCK(Kind.CLOCK, null, null),
    MEMORY_SPIN(Kind.MEMORY, Wait.SPIN, null),
    MEMORY_ON_SPIN_WAIT(Kind.MEMORY, Wait.ON_SPIN_WAIT, null),
    MEMORY_YIELD(Kind.MEMORY, Wait.YIELD, null),
    MEMORY_PARK(Kind.MEMORY, Wait.PARK, null),
    MAPPED_SPIN(Kind.MAPPED, Wait.SPIN, null),
    MAPPED_ON_SPIN_WAIT(Kind.MAPPED, Wait.ON_SPIN_WAIT, null),
    MAPPED_YIELD(Kind.MAPPED, Wait.YIELD, null),
    TCP_BLOCKING(Kind.TCP, null, ChannelPing.Reading.BLOCKING),
    TCP_SPIN(Kind.TCP, null, ChannelPing.Reading.SPIN),
    TCP_SELECT_NOW(Kind.TCP, null, ChannelPing.Reading.SELECT_NOW),
    TCP_SELECT(Kind.TCP, null, ChannelPing.Reading.SELECT),
    UDP_BLOCKING(Kind.UDP, null, ChannelPing.Reading.BLOCKING),
    UDP_SPIN(Kind.UDP, null, ChannelPing.Reading.SPIN),
    UNIX_BLOCKING(Kind.UNIX, null, ChannelPing.Reading.BLOCKING),
    UNIX_SPIN(Kind.UNIX, null, ChannelPing.Reading.SPIN);

    /** As java-ping sends them unless told otherwise. */
    public static final int MESSAGE_BYTES = 32;

    private final Kind kind;
    private final Wait wait;
    private final ChannelPing.Reading reading;

    Way(Kind kind, Wait wait, ChannelPing.Reading reading) {
        this.kind = kind;
        this.wait = wait;
        this.reading = reading;
    }

    /** Through what. */
    enum Kind {
        CLOCK, MEMORY, MAPPED, TCP, UDP, UNIX
    }

    Kind kind() {
        return kind;
    }

    Wait waiting() {
        return wait;
    }

    ChannelPing.Reading reading() {
        return reading;
    }

    /** Returns its name in files and on command lines. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the way of a name. */
    static Way of(String word) {
        return Stream.of(values()).filter(way -> way.word().equals(word)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no way '" + word + "'"));
    }

    /** Returns those that so many processes can take. */
    public static List<Way> between(int processes) {
        return Stream.of(values()).filter(way -> processes == 1 ? way.kind != Kind.MAPPED
            : way.kind != Kind.MEMORY && way.kind != Kind.CLOCK).toList();
    }
}
