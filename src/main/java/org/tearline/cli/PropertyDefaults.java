// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Lets every option be given as a system property of its name: {@code -Doffset=60} means {@code --offset 60}. An option
 * on the command line wins. Also finds misspelt options and commands.
 */
final class PropertyDefaults implements IDefaultValueProvider {
    private static final int TYPO_DISTANCE = 2;
    /** A name of two or three letters is within two edits of too much. */
    private static final int SHORTEST_TYPO = 4;
    /** What the options were called in the program of 2013. */
    private static final Map<String, String> NAMES_OF_2013 = Map.of("write.type", "write", "read.type", "read");

    private final Properties properties;

    PropertyDefaults(Properties properties) {
        this.properties = properties;
    }

    @Override
    public String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return null;
        }
        String value = names(option).map(properties::getProperty).filter(Objects::nonNull).findFirst().orElse(null);
        boolean isSwitch = option.arity().max() == 0;
        return value != null && isSwitch && value.isEmpty() ? "true" : value;
    }

    /** Null if no property looks like a misspelt option. The JVM's own properties have a dot, as no option has. */
    String misspelt(CommandSpec command) {
        Set<String> names = names(command);
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            String meant = NAMES_OF_2013.containsKey(key) ? NAMES_OF_2013.get(key)
                : key.indexOf('.') < 0 && !names.contains(key) ? nearest(key, names) : null;
            if (meant != null) {
                return "-D" + key + " is not an option; did you mean -D" + meant + "?";
            }
        }
        return null;
    }

    static boolean mayBeMeant(String key) {
        return key.indexOf('.') < 0 || NAMES_OF_2013.containsKey(key);
    }

    /** What to say of an argument that picocli could not place; null if nothing comes near. */
    static String unmatched(String argument, CommandSpec command) {
        if (argument.startsWith("-D")) {
            return argument + " goes before -jar: java " + argument + " -jar tester.jar; or give it as "
                + argument.replaceFirst("^-D", "--");
        }
        if (argument.startsWith("--")) {
            String meant = nearest(argument.substring(2).replaceFirst("=.*", ""), names(command));
            return meant == null ? null : argument + " is not an option; did you mean --" + meant + "?";
        }
        String meant = nearest(argument, command.subcommands().keySet());
        return meant == null ? null : "'" + argument + "' is not a command; did you mean " + meant + "?";
    }

    private static Set<String> names(CommandSpec command) {
        return command.options().stream().flatMap(PropertyDefaults::names)
            .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String nearest(String word, Set<String> names) {
        return word.length() < SHORTEST_TYPO ? null
            : names.stream().filter(name -> distance(word, name, TYPO_DISTANCE) <= TYPO_DISTANCE)
                .min(Comparator.<String>comparingInt(name -> distance(word, name, TYPO_DISTANCE))
                .thenComparing(name -> !letters(name).equals(letters(word)))).orElse(null);
    }

    /** Without the dashes. */
    static Stream<String> names(OptionSpec option) {
        return Arrays.stream(option.names()).filter(name -> name.startsWith("--")).map(name -> name.substring(2));
    }

    /** Two letters that changed places are the likeliest slip. */
    private static List<Integer> letters(String word) {
        return word.chars().sorted().boxed().toList();
    }

    /**
     * Letters to insert, delete, replace or swap with their neighbours; more than the most where there are more.
     * picocli's own suggestions are for commands: for an option it lists all that begin with two dashes.
     */
    private static int distance(String a, String b, int most) {
        if (a.isEmpty() || b.isEmpty() || most < 0) {
            return Math.max(a.length(), b.length());
        }
        if (a.charAt(0) == b.charAt(0)) {
            return distance(a.substring(1), b.substring(1), most);
        }
        int swapped = a.length() > 1 && b.length() > 1 && a.charAt(0) == b.charAt(1) && a.charAt(1) == b.charAt(0)
            ? distance(a.substring(2), b.substring(2), most - 1) : most;
        return 1 + IntStream.of(distance(a.substring(1), b.substring(1), most - 1),
            distance(a.substring(1), b, most - 1), distance(a, b.substring(1), most - 1), swapped).min().orElse(0);
    }
}
