// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every name that a result file may hold where its schema has no list. One that was used once stays, so that older
 * files stay valid. Immutable; thread-safe.
 *
 * @param stressors        those of the tester
 * @param retiredStressors those that older testers had
 * @param instructions     by instruction set and kind of access, as regular expressions
 */
public record KnownNames(Set<String> stressors, Set<String> retiredStressors,
                         Map<String, Map<String, String>> instructions) {
    private static final KnownNames ALL = read();

    /** Returns the one list. */
    public static KnownNames load() {
        return ALL;
    }

    private static KnownNames read() {
        try (InputStream in = KnownNames.class.getResourceAsStream("/published/names.json")) {
            return JsonMapper.shared().readValue(in, KnownNames.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a tester has or had a stressor of this name. */
    public boolean isStressor(String name) {
        return stressors.contains(name) || retiredStressors.contains(name);
    }
}
