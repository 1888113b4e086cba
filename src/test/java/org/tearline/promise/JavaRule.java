// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** A promise in the JDK's documentation, which does not depend on the CPU. Only docs/promises.md cites these. */
record JavaRule(String id, String appliesTo, String access, List<Integer> widths, String placement, String promise,
                String sentence, String source, String url, String confidence) {
    private record Registry(List<JavaRule> java) {
    }

    static List<JavaRule> all() {
        try (InputStream in = JavaRule.class.getResourceAsStream("/promise/guarantees.json")) {
            return JsonMapper.shared().readValue(in, Registry.class).java();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
