// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/**
 * The fields of {@link InlinedQueue}, each step of the inheritance behind the one before: a superclass's fields lie
 * before a subclass's, whatever the JVM reorders within a class.
 */
final class InlinedFields {
    private InlinedFields() {
    }

    /** Fifteen longs before the producer's fields. */
    static class BeforeProducer {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** Written by the producer. */
    static class ProducerFields extends BeforeProducer {
        long tail;
        long headSeen;
    }

    /** Fifteen longs between. */
    static class Between extends ProducerFields {
        long c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15;
    }

    /** Written by the consumer. */
    static class ConsumerFields extends Between {
        long head;
        long tailSeen;
    }

    /** Fifteen longs behind. */
    static class AfterConsumer extends ConsumerFields {
        long d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15;
    }
}
