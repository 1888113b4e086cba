package org.tearline.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads from the JVM's own compilation log which level a method's code is at. The log is
 * {@code -Xlog:jit+compilation=debug}, which HotSpot writes line by line before a compilation starts and when code
 * is taken out of use; with BackgroundCompilation off for the kernels, a call returns only after its compilation has
 * ended. Checked on JDK 17 and 25, where hidden classes appear as {@code Name/0x…::method}. One thread.
 */
final class JitLog {
    private static final Pattern EVENT = Pattern.compile(
        "\\s(?<id>\\d+)\\s(?<osr>[ %])[ s][ !][ b][ n]\\s+(?<level>\\d)\\s+(?<method>\\S+)");
    private static final Pattern OUT_OF_USE = Pattern.compile("made not entrant|made zombie|COMPILE SKIPPED");

    private final Path file;

    JitLog(Path file) {
        this.file = file;
    }

    /**
     * The level of the code that calls of a method run now.
     *
     * @return 1 to 4, or empty if it is interpreted
     */
    OptionalInt level(String type, String method) throws IOException {
        String wanted = type + "::" + method;
        int level = 0;
        String id = "";
        for (String line : Files.readAllLines(file)) {
            if (!line.contains(wanted)) {
                continue;
            }
            Matcher event = EVENT.matcher(line);
            if (!event.find() || !event.group("method").equals(wanted) || event.group("osr").equals("%")) {
                continue;
            }
            if (!OUT_OF_USE.matcher(line).find()) {
                level = Integer.parseInt(event.group("level"));
                id = event.group("id");
            } else if (event.group("id").equals(id)) {
                level = 0;
            }
        }
        return level == 0 ? OptionalInt.empty() : OptionalInt.of(level);
    }
}
