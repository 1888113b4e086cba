// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/** Takes what a consumer gets from a queue, so that nothing is allocated. For the consumer's thread. */
final class Received {
    long sequence;
    long checksum;
}
