// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.Comparator;
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
import picocli.CommandLine;

/**
 * Reads options from system properties: {@code -Doffset=60} means {@code --offset 60}. An option on the command line
 * takes precedence. Suggests a name for a misspelled option or command.
 */
record PropertyDefaults(Properties properties) implements IDefaultValueProvider {
    /** Maps the properties of the program in the blog post of 2013, which README.md cites, to today's options. */
    private static final Map<String, String> NAMES_OF_2013 = Map.of("write.type", "write", "read.type", "read");
    private static final int MAX_EDITS = 2;
    /** Too many names are within two edits of a shorter word. */
    private static final int MIN_TYPO_LENGTH = 4;

    /** Whether any property is an option of the default command, or looks like a misspelled one. */
    boolean containOption() {
        Set<String> names = propertyNames(defaultCommand());
        return properties.stringPropertyNames().stream()
            .anyMatch(key -> names.contains(key) || meant(key, names) != null);
    }

    @Override
    public String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || isHelp(option)) {
            return null;
        }
        String value = names(option).map(properties::getProperty).filter(Objects::nonNull).findFirst().orElse(null);
        if (value == null) {
            return null;
        }
        // A switch, which has no argument.
        if (option.arity().max() == 0 && value.isEmpty()) {
            return "true";
        }
        // In a default value, picocli replaces variables such as ${env:HOME}, and $$ by $.
        return value.replace("$", "$$");
    }

    /** Returns a message if a property looks like a misspelled option or belongs to the program of 2013, else null. */
    String misspelled(CommandSpec command) {
        Set<String> names = propertyNames(command);
        return properties.stringPropertyNames().stream()
            .sorted()
            .filter(key -> meant(key, names) != null)
            .findFirst()
            .map(key -> "-D" + key + " is not an option; did you mean -D" + meant(key, names) + "?")
            .orElse(null);
    }

    /** Returns the option that a property with another name probably means, or null. */
    private static String meant(String key, Set<String> names) {
        if (NAMES_OF_2013.containsKey(key)) {
            return NAMES_OF_2013.get(key);
        }
        // The JVM's own properties contain a dot; options do not.
        if (key.indexOf('.') >= 0 || names.contains(key)) {
            return null;
        }
        return nearest(key, names);
    }

    /** Returns a hint for an argument that picocli could not match, or null. */
    static String unmatched(String argument, CommandSpec command) {
        if (argument.startsWith("-D")) {
            return afterJar(argument, propertyNames(command));
        }
        Set<String> names = names(command.options().stream());
        // After "--", even an option of the command is unmatched.
        if (argument.startsWith("--") && !names.contains(argument.substring(2))) {
            return unmatchedOption(argument, names, command.name());
        }
        return unmatchedCommand(argument, command.subcommands().keySet());
    }

    private static String unmatchedOption(String argument, Set<String> names, String command) {
        String name = argument.substring(2).replaceFirst("=.*", "");
        if (names(defaultCommand().options().stream()).contains(name)) {
            return "--" + name + " is not an option of " + command + ", but of " + Commands.DEFAULT;
        }
        String meant = nearest(name, names);
        if (meant == null) {
            return null;
        }
        return argument + " is not an option; did you mean --" + meant + "?";
    }

    private static String unmatchedCommand(String argument, Set<String> commands) {
        if (commands.isEmpty()) {
            return null;
        }
        // With more edits, a short word would resemble any other.
        String meant = nearest(argument, commands, Math.min(MAX_EDITS, argument.length() - 1));
        if (meant == null) {
            return "'" + argument + "' is not a command; give one of " + String.join(", ", commands);
        }
        return "'" + argument + "' is not a command; did you mean " + meant + "?";
    }

    private static String afterJar(String argument, Set<String> names) {
        String given = argument.substring("-D".length());
        String name = given.replaceFirst("=.*", "");
        String option = Objects.requireNonNullElse(meant(name, names), name);
        String fixed = option + given.substring(name.length());
        String hint = argument + " must precede -jar: java -D" + fixed + " -jar tester.jar";
        if (names.contains(option)) {
            return hint + "; or use --" + fixed;
        }
        return hint;
    }

    /** Returns the names of the options that can be properties: all but --help and --version. */
    private static Set<String> propertyNames(CommandSpec command) {
        return names(command.options().stream().filter(option -> !isHelp(option)));
    }

    private static CommandSpec defaultCommand() {
        return new CommandLine(Commands.named(Commands.DEFAULT)).getCommandSpec();
    }

    private static boolean isHelp(OptionSpec option) {
        return option.usageHelp() || option.versionHelp();
    }

    private static Set<String> names(Stream<OptionSpec> options) {
        return options.flatMap(PropertyDefaults::names).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the long names without their dashes. */
    static Stream<String> names(OptionSpec option) {
        return Stream.of(option.names())
            .filter(name -> name.startsWith("--"))
            .map(name -> name.substring(2));
    }

    /** Returns the most similar name, or null. Picocli suggests only commands; for an option, it lists all options. */
    private static String nearest(String word, Set<String> names) {
        if (word.length() < MIN_TYPO_LENGTH) {
            return null;
        }
        return nearest(word, names, MAX_EDITS);
    }

    private static String nearest(String word, Set<String> names, int most) {
        return names.stream()
            .filter(name -> distance(word, name, most) <= most)
            .min(Comparator.comparingInt(name -> distance(word, name, most)))
            .orElse(null);
    }

    /**
     * Returns the edit distance of two words, in which swapping adjacent letters counts as one edit. If the distance
     * exceeds {@code most}, returns some number above {@code most}.
     */
    private static int distance(String a, String b, int most) {
        if (a.isEmpty() || b.isEmpty() || most < 0) {
            return Math.max(a.length(), b.length());
        }
        if (a.charAt(0) == b.charAt(0)) {
            return distance(a.substring(1), b.substring(1), most);
        }
        int least = IntStream.of(distance(a.substring(1), b.substring(1), most - 1),
            distance(a.substring(1), b, most - 1), distance(a, b.substring(1), most - 1)).min().getAsInt();
        if (a.length() > 1 && b.length() > 1 && a.charAt(0) == b.charAt(1) && a.charAt(1) == b.charAt(0)) {
            least = Math.min(least, distance(a.substring(2), b.substring(2), most - 1));
        }
        return 1 + least;
    }
}
