package org.tearline.submission;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.plan.Memory;
import org.tearline.plan.Width;
import org.tearline.published.Kind;
import tools.jackson.databind.JsonNode;

/**
 * Whether a file holds only what this version of the tester makes: the schema has room for more. Works on the tree,
 * because the records have no values for the rest. Stateless, any thread.
 */
final class SupportCheck {
    private static final Set<String> KINDS = words(Kind.values());
    private static final Set<String> MEMORIES = words(Memory.values());
    private static final Set<String> WIDTHS = words(Width.scalars().toArray(Width[]::new));
    private static final String MEMORY = "memory";

    private SupportCheck() {
    }

    static void check(JsonNode tree, Findings findings) {
        require(KINDS, tree.path("kind"), "/kind", findings);
        int index = 0;
        for (JsonNode series : tree.path("series")) {
            String where = "/series/" + index++;
            require(MEMORIES, series.path(MEMORY), where + "/memory", findings);
            require(WIDTHS, series.path("widthBytes"), where + "/widthBytes", findings);
        }
        index = 0;
        for (JsonNode evidence : tree.path("evidence")) {
            require(MEMORIES, evidence.path(MEMORY), "/evidence/" + index++ + "/memory", findings);
        }
    }

    private static void require(Set<String> known, JsonNode word, String where, Findings findings) {
        if (!known.contains(word.asString())) {
            findings.add(ValidationRule.UNSUPPORTED, where, word.asString() + "; this version knows "
                + known.stream().sorted().collect(Collectors.joining(", ")));
        }
    }

    private static Set<String> words(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::toString).collect(Collectors.toUnmodifiableSet());
    }
}
