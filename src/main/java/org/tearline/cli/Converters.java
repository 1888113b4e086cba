// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.cli.Subcommand.bad;
import static org.tearline.cli.Subcommand.reject;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.Profile;
import org.tearline.judge.Target;
import org.tearline.loop.Stressor;
import org.tearline.machine.Os;
import org.tearline.report.ResultsReport.Format;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine;

/** Converts the arguments of options to values. Error messages are one line that states what is allowed. */
final class Converters {
    /** The longest duration, about 292 years, whose nanoseconds fit into a long. */
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private static final Pattern ASCII = Pattern.compile("\\p{ASCII}*");

    private Converters() {
    }

    static void register(CommandLine commandLine) {
        Stream.of(Width.class, Processes.class, ReadMode.class, Tier.class, Target.class, Format.class)
            .forEach(type -> register(commandLine, type));
        commandLine.registerConverter(Memory.class, text -> named(Memory.TRIED, text));
        commandLine.registerConverter(Until.class, text -> named(List.of(Until.FIRST, Until.BUDGET), text));
        commandLine.registerConverter(WriteMode.class, Converters::writeMode);
        commandLine.registerConverter(Profile.class, text -> Profile.named(text).orElseThrow(() -> notOneOf(text,
            Profile.NAMED.stream().map(Profile::name))));
        commandLine.registerConverter(Path.class, Converters::path);
        commandLine.registerConverter(Duration.class, Converters::duration);
    }

    private static WriteMode writeMode(String text) {
        if (text.equalsIgnoreCase("release")) {
            return WriteMode.ORDERED;
        }
        return named(List.of(WriteMode.values()), text);
    }

    private static <T> void register(CommandLine commandLine, Class<T> type) {
        commandLine.registerConverter(type, text -> named(List.of(type.getEnumConstants()), text));
    }

    /** The name of an output file. A path would drop the slash at its end, which says that a folder is meant. */
    static final class OutputFile implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            if (text.endsWith("/")) {
                throw new TypeConversionException("'" + text + "' is a folder, not a file");
            }
            return path(text);
        }
    }

    /** Converts a file name, which cannot contain characters that the locale or code page lacks. */
    static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("'' is not a file name");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            String hint = "in this locale; try LC_ALL=C.UTF-8";
            if (Os.WINDOWS) {
                hint = "here; a ? may stand for a character that the code page "
                    + System.getProperty("sun.jnu.encoding") + " lacks; rename the file";
            }
            throw new TypeConversionException("'" + text + "' is not a valid file name " + hint);
        }
    }

    /**
     * Parses a decimal whole number, possibly with an exponent, or a hexadecimal one that starts with 0x. Fails if the
     * text is not such a number, or the number is out of bounds.
     */
    static long number(String option, String text, long from, long to) {
        String invalid = "Invalid value for option '" + option + "': ";
        // As in Java, underscores may stand between digits.
        String digits = text.replaceAll("(?<=[0-9a-fA-F])_(?=[0-9a-fA-F])", "");
        try {
            BigDecimal number;
            if (!ASCII.matcher(digits).matches()) {
                throw new NumberFormatException("digits of other scripts");
            }
            if (digits.startsWith("0x")) {
                number = new BigDecimal(new BigInteger(digits.substring("0x".length()), 16));
            } else {
                number = new BigDecimal(digits);
            }
            reject(number.compareTo(BigDecimal.valueOf(from)) < 0 || number.compareTo(BigDecimal.valueOf(to)) > 0,
                invalid + text + " is not within " + from + ".." + to);
            return number.longValueExact();
        } catch (NumberFormatException | ArithmeticException e) {
            throw bad(invalid + "'" + text + "' is not a whole number within " + from + ".." + to
                + ", such as 60, 0x3c, 1_000_000 or 1e6");
        }
    }

    private static <T> T named(List<T> values, String text) {
        return values.stream()
            .filter(value -> value.toString().equals(text.toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(() -> notOneOf(text, values.stream().map(Object::toString)));
    }

    private static TypeConversionException notOneOf(String text, Stream<String> allowed) {
        return new TypeConversionException("'" + text + "' is not one of " + allowed.collect(Collectors.joining(", ")));
    }

    private static Duration duration(String text) {
        if (text.equals("forever")) {
            return FOREVER;
        }
        Duration duration = Duration.ZERO;
        try {
            if (text.endsWith("ms") && ASCII.matcher(text).matches()) {
                duration = Duration.ofMillis(Integer.parseInt(text.substring(0, text.length() - "ms".length())));
            } else {
                duration = Duration.parse("PT" + text);
            }
        } catch (DateTimeParseException | NumberFormatException e) {
            // Reported below, like a duration of zero or less.
        }
        if (duration.compareTo(Duration.ZERO) <= 0) {
            throw new TypeConversionException("'" + text + "' is not a duration of 1ms or more, such as 500ms, 10s, 2m,"
                + " 1h or forever");
        }
        return Collections.min(List.of(duration, FOREVER));
    }

    /** Used by one option only; a registered converter would apply to all options of type String. */
    static final class StressorName implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            List<String> names = new ArrayList<>(List.of(Stressor.AUTO, Stressor.EACH));
            names.addAll(Stressor.names());
            return named(names, text);
        }
    }
}
