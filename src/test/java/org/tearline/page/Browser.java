// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Starts the Chromium that Debian installs; nothing is downloaded. Thread-safe. */
final class Browser {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    /** Warns if Selenium does not know the browser's debugging protocol, which the tests do not use. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private Browser() {
    }

    /** Returns a running browser. If none is installed, aborts the test, or fails it in CI. */
    static ChromeDriver start(Path userData) {
        if (!Files.isExecutable(BROWSER) || !Files.isExecutable(DRIVER)) {
            if ("true".equals(System.getenv("CI"))) {
                fail("CI must test the page: install chromium and chromium-driver");
            }
            Assumptions.abort("no browser; install chromium and chromium-driver");
        }
        SELENIUM.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        // Without flooding protection, because Chromium ignores more than 200 changes of the address in ten seconds.
        options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-ipc-flooding-protection", "--window-size=1400,1200", "--user-data-dir=" + userData);
        options.setCapability("goog:loggingPrefs", logs);
        return new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
    }
}
