// SPDX-License-Identifier: Apache-2.0
//DEPS com.epam.deltix:gflog-core:3.0.6
//DEPS com.epam.deltix:gflog-api:3.0.6
//LIBRARY com.epam.deltix.gflog.core.util
package tried;

import com.epam.deltix.gflog.api.Log;
import com.epam.deltix.gflog.api.LogFactory;
import com.epam.deltix.gflog.core.LogConfigurator;
import java.nio.file.Files;
import java.nio.file.Path;

/** Logs with GFLog from three threads. The service passes entries through a ring to a thread that writes a file. */
final class GfLogFile {
    private static final int ENTRIES = 200_000;

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Path configuration = Files.writeString(folder.resolve("gflog.xml"), """
            <config>
              <appender name="file" factory="com.epam.deltix.gflog.core.appender.FileAppenderFactory" file="%s"/>
              <logger><appender-ref ref="file"/></logger>
            </config>
            """.formatted(folder.resolve("log")));
        LogConfigurator.configure(configuration.toUri().toString());
        Log log = LogFactory.getLog("tried");
        Work.run(3, 10, 3L * ENTRIES, (thread, round) -> {
            for (int i = 0; i < ENTRIES; i++) {
                log.info("thread %s entry %s of %s").with(thread).with("x".repeat(i % 7)).with(i);
            }
            return ENTRIES;
        });
        LogConfigurator.unconfigure();
        if (Files.lines(folder.resolve("log")).count() != 30L * ENTRIES) {
            throw new AssertionError(Files.lines(folder.resolve("log")).count() + " entries");
        }
    }
}
