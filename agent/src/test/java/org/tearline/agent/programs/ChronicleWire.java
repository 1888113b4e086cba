// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Writes documents of 0 to 32 characters to a wire with default settings and without a queue, and reads them. Argument:
 * count.
 */
public final class ChronicleWire {
    private static final int LONGEST = 32;

    public static void main(String[] arguments) {
        int documents = Integer.parseInt(arguments[0]);
        Bytes<?> bytes = Bytes.allocateElasticDirect(documents * 64L);
        Wire wire = WireType.BINARY_LIGHT.apply(bytes);
        for (int i = 0; i < documents; i++) {
            String text = "x".repeat(i % (LONGEST + 1));
            wire.writeDocument(false, out -> out.write("text").text(text));
        }
        int read = 0;
        while (read < documents) {
            try (DocumentContext document = wire.readingDocument()) {
                read += document.isPresent() ? 1 : 0;
            }
        }
        bytes.releaseLast();
        System.out.println("passed " + documents + ", padding " + wire.usePadding());
    }
}
