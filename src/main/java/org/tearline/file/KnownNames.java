// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every name that a result file may hold where its schema has no list. A name stays, so that older files stay valid.
 *
 * @param instructions by instruction set and kind of access, as regular expressions
 */
public record KnownNames(Set<String> stressors, Set<String> retiredStressors,
                         Map<String, Map<String, String>> instructions) {
    private static final KnownNames ALL = read();

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

    public boolean isStressor(String name) {
        return stressors.contains(name) || retiredStressors.contains(name);
    }
}
