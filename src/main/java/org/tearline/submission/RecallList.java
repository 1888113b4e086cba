package org.tearline.submission;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.tearline.published.ResultFile;

/**
 * The published files that no longer count, each with the reason. Published files are never changed or deleted, so this
 * is how one that was wrong is taken back: one line each, the path below the results folder or the digest, a space, and
 * why. Immutable.
 */
public final class RecallList {
    /** Its name, next to the results folder. */
    public static final String NAME = "recalled.txt";

    private static final String COMMENT = "#";
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private final Map<String, String> reasons;

    private RecallList(Map<String, String> reasons) {
        this.reasons = reasons;
    }

    /**
     * Reads the list; one that is not there is empty.
     *
     * @throws IOException              if it cannot be read
     * @throws IllegalArgumentException if a line is no path with a reason
     */
    public static RecallList read(Path file) throws IOException {
        Map<String, String> reasons = new LinkedHashMap<>();
        int number = 0;
        // Letters that are not UTF-8 can be in a reason only, which is there to be read.
        String text = Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith(COMMENT)) {
                continue;
            }
            String[] parts = line.strip().split("\\s+", 2);
            if (parts.length < 2 || !parts[0].endsWith(".json") && !DIGEST.matcher(parts[0]).matches()) {
                throw new IllegalArgumentException(file + " line " + number + ": '" + line.strip()
                    + "' is not a path or digest of a result file, followed by a space and a reason");
            }
            reasons.put(parts[0], parts[1]);
        }
        return new RecallList(reasons);
    }

    /** Why a file does not count, or null if it does. */
    public String reason(String pathBelowResults) {
        return reasons.get(pathBelowResults);
    }

    /** Why a file with this path or this content does not count, or null if it does. */
    public String reason(String pathBelowResults, ResultFile file) {
        String reason = reasons.get(pathBelowResults);
        return reason != null || file == null ? reason : reasons.get(file.digest());
    }

    /** All paths that it names. */
    public List<String> paths() {
        return reasons.keySet().stream().filter(name -> !DIGEST.matcher(name).matches()).toList();
    }
}
