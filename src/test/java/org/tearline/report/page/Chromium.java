// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LoggingPreferences;

/** A browser without a window, which is never downloaded: Debian's, or none. Not thread-safe. */
public final class Chromium {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    /** Selenium would complain that it does not know this version's debugging protocol, which is not used. */
    private static final Logger CHATTER = Logger.getLogger("org.openqa.selenium");

    private Chromium() {
    }

    public static boolean isInstalled() {
        return Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
    }

    /**
     * Starts it; whoever does must quit it.
     *
     * @param user a folder for its settings, which need not be there
     * @param size of the window, such as 1400,900
     */
    public static ChromeDriver start(Path user, String size, LoggingPreferences logs) {
        CHATTER.setLevel(Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--window-size=" + size, "--user-data-dir=" + user);
        options.setCapability("goog:loggingPrefs", logs);
        return new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
    }
}
