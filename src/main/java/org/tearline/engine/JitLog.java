package org.tearline.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
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
        "\\s(?<id>\\d+)\\s(?<osr>[ %])[ s][ !][ b][ n]\\s+(?<level>\\d)\\s+(?<method>\\S+::\\S+)");
    private static final Pattern OUT_OF_USE = Pattern.compile("made not entrant|made zombie|COMPILE SKIPPED");

    private final Path file;
    private final Map<String, Code> current = new HashMap<>();
    private long read;

    /** The code that calls of one method run. */
    private record Code(String id, int level) {
    }

    JitLog(Path file) {
        this.file = file;
    }

    /**
     * The level of the code that calls of a method run now.
     *
     * @param type the class as {@link Class#getName} has it
     * @return 1 to 4, or empty if it is interpreted
     */
    OptionalInt level(String type, String method) throws IOException {
        readOn();
        Code code = current.get(type + "::" + method);
        return code == null ? OptionalInt.empty() : OptionalInt.of(code.level());
    }

    /** Takes in the whole lines that have come since the last time. */
    private void readOn() throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            byte[] fresh = new byte[(int) (log.length() - read)];
            log.seek(read);
            log.readFully(fresh);
            String text = new String(fresh, StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n') + 1;
            read += end;
            text.substring(0, end).lines().forEach(this::take);
        }
    }

    private void take(String line) {
        Matcher event = EVENT.matcher(line);
        if (!event.find() || event.group("osr").equals("%")) {
            return;
        }
        String method = event.group("method");
        if (!OUT_OF_USE.matcher(line).find()) {
            current.put(method, new Code(event.group("id"), Integer.parseInt(event.group("level"))));
        } else if (current.containsKey(method) && current.get(method).id().equals(event.group("id"))) {
            current.remove(method);
        }
    }
}
