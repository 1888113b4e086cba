// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LoggingPreferences;

/** Tells how long a browser takes to open a page, for trials of scale. Not thread-safe. */
public final class OpenPage {
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

    private OpenPage() {
    }

    /** Takes the page. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1 || !Files.isRegularFile(Path.of(arguments[0]))) {
            System.err.println("OpenPage: give PAGE");
            System.exit(2);
        }
        if (!Chromium.isInstalled()) {
            System.out.println("not opened: install chromium and chromium-driver");
            return;
        }
        Path user = Files.createTempDirectory("tearline-page");
        ChromeDriver browser = Chromium.start(user, "1400,900", new LoggingPreferences());
        try {
            for (int i = 0; i < OPENINGS; i++) {
                browser.get("about:blank");
                browser.get(Path.of(arguments[0]).toUri().toString());
                List<Double> times = ((List<?>) browser.executeAsyncScript(TIMES)).stream()
                    .map(time -> Double.parseDouble((String) time)).toList();
                System.out.printf(Locale.ROOT, "opened in %.0f ms: first paint %.0f, load event %.0f%n", times.get(2),
                    times.get(0), times.get(1));
            }
        } finally {
            browser.quit();
            try (Stream<Path> files = Files.walk(user)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }
}
