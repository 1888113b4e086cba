// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.file.ValidatorTest.VALIDATOR;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Golden;
import org.tearline.page.Runs;

/**
 * Stored files are immutable, so the layout and the digest of a schema version must never change. These golden files
 * are regenerated only when the schema version changes.
 */
class GoldenResultTest {
    private static final Path FOLDER = Path.of("src/test/resources/results");

    @ParameterizedTest
    @ValueSource(strings = {"sweep-x86.json", "sweep-arm.json", "sweep-silent-control.json", "jcstress.json"})
    void shouldReproduceTheGoldenFile(String name) throws IOException {
        ResultFile file = files().get(name);
        Path golden = FOLDER.resolve(name);

        Golden.check(golden, ResultText.stored(file));

        Golden.abortIfWritten();
        assertThat(VALIDATOR.examine(name, golden).findings()).isEmpty();
    }

    private static Map<String, ResultFile> files() {
        SyntheticResults synthetic = new SyntheticResults(11);
        ResultFile x86 = GoodVariants.untimed(ValidatorTest.good());
        ResultFile arm = GoodVariants.untimed(Stream.generate(synthetic::next)
            .filter(file -> !file.environment().arch().equals(Environment.X86_64)).findFirst().orElseThrow());
        return Map.of("sweep-x86.json", x86, "sweep-arm.json", arm,
            "sweep-silent-control.json", ResultText.sealed(GoodVariants.withoutSilences(x86)),
            "jcstress.json", Runs.jcstress(Runs.zen4(), 1));
    }
}
