// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LoggingPreferences;
import org.tearline.report.page.Chromium;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Opens a page in a browser. Not thread-safe. */
@Command(name = "open-page",
    header = "Measures how long a browser takes to open a page at 1400 x 900, several times.",
    description = {"", "Says so and ends with 0 where Chromium and its driver are not installed.", ""},
    exitCodeList = {"0:measured, or no browser", "1:failed", "2:wrong usage"})
final class OpenPage implements Callable<Integer> {
    /** The first opening of a browser's life loads more than the page. */
    private static final int OPENINGS = 5;
    /**
     * Milliseconds since the navigation began: the first paint of any text, the load event, and the second frame after
     * it, by which the matrix has been painted for certain, if it is in view.
     */
    private static final String TIMES = """
        const done = arguments[arguments.length - 1];
        requestAnimationFrame(() => requestAnimationFrame(() => {
          const now = performance.now();
          const matrix = document.querySelector('#overview').getBoundingClientRect();
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          const load = performance.getEntriesByType('navigation')[0].loadEventEnd;
          done([paint.startTime, load, matrix.top < innerHeight && matrix.height > 0 ? now : Infinity].map(String));
        }));
        """;

    @Spec
    private CommandSpec command;

    @Parameters(paramLabel = "PAGE", description = "The page, as a file.")
    private Path page;

    @Override
    public Integer call() throws IOException {
        if (!Files.isRegularFile(page)) {
            throw new ParameterException(command.commandLine(), "'" + page + "': there is no such file");
        }
        if (!Chromium.isInstalled()) {
            System.out.println("not opened: install chromium and chromium-driver");
            return 0;
        }
        Path user = Files.createTempDirectory("tearline-page");
        ChromeDriver browser = Chromium.start(user, "1400,900", new LoggingPreferences());
        try {
            for (int i = 0; i < OPENINGS; i++) {
                browser.get("about:blank");
                browser.get(page.toUri().toString());
                List<Double> times = ((List<?>) browser.executeAsyncScript(TIMES)).stream()
                    .map(time -> Double.parseDouble((String) time)).toList();
                System.out.printf(Locale.ROOT, "opened in %.0f ms: first paint %.0f, load event %.0f%n", times.get(2),
                    times.get(0), times.get(1));
            }
        } finally {
            browser.quit();
            Tools.delete(user);
        }
        return 0;
    }
}
