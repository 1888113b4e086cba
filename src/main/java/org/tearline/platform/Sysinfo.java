package org.tearline.platform;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** /proc/sysinfo of s390x, which alone knows how many places the machine has. Pure functions, any thread. */
final class Sysinfo {
    private static final Pattern TOPOLOGY = Pattern.compile("(?m)^CPU Topology SW:\\s*((?:\\d{1,4} ){5}\\d{1,4})\\s*$");
    private static final List<String> LEVELS = List.of("drawers", "books", "sockets per book", "cores per socket");
    private static final int UNUSED_LEVELS = 2;

    private Sysinfo() {
    }

    /** The configured places, such as "4 books, 6 sockets per book, 4 cores per socket". */
    static Optional<String> topology(String text) {
        Matcher found = TOPOLOGY.matcher(text);
        if (!found.find()) {
            return Optional.empty();
        }
        List<String> numbers = Arrays.asList(found.group(1).split(" ")).subList(UNUSED_LEVELS,
            UNUSED_LEVELS + LEVELS.size());
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < LEVELS.size(); i++) {
            if (!numbers.get(i).equals("0")) {
                words.append(words.isEmpty() ? "" : ", ").append(numbers.get(i)).append(' ').append(LEVELS.get(i));
            }
        }
        return words.isEmpty() ? Optional.empty() : Optional.of(words.toString());
    }
}
