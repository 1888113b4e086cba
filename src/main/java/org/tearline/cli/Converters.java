// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.loop.Stressor;
import org.tearline.machine.Machine.Os;
import org.tearline.page.ResultsReport;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From what the user typed to values, or to one line that says what is allowed. */
final class Converters {
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]{1,16}");
    private static final int HEXADECIMAL_RADIX = 16;
    private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{1,30}");
    /** A power with more digits would be computed for a long time before it is found to be too large. */
    private static final Pattern EXPONENT = Pattern.compile("\\d{1,9}e\\d{1,2}");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    private Converters() {
    }

    static void register(CommandLine commandLine) {
        commandLine.registerConverter(Width.class, text -> named(Width.values(), text));
        commandLine.registerConverter(Processes.class, text -> named(Processes.values(), text));
        commandLine.registerConverter(Memory.class, text -> named(Memory.TRIED.toArray(new Memory[0]), text));
        commandLine.registerConverter(WriteMode.class, text -> named(WriteMode.values(),
            text.equalsIgnoreCase("release") ? "ordered" : text));
        commandLine.registerConverter(ReadMode.class, text -> named(ReadMode.values(), text));
        commandLine.registerConverter(Tier.class, text -> named(Tier.values(), text));
        commandLine.registerConverter(Until.class,
            text -> named(new Until[] {Until.FIRST, Until.BUDGET}, text));
        commandLine.registerConverter(ResultsReport.Format.class,
            text -> named(ResultsReport.Format.values(), text));
        commandLine.registerConverter(Path.class, Converters::path);
    }

    /** The JVM hands over letters that the locale or the code page lacks as question marks, which name no file. */
    static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' is not a file name " + (Os.WINDOWS
                ? "here; a ? may stand for a letter that the code page " + System.getProperty("sun.jnu.encoding")
                    + " lacks: name it without" : "in this locale; try LC_ALL=C.UTF-8"));
        }
    }

    /** Takes a whole number as Java writes it, or with an exponent; the exception says what is allowed. */
    static long number(String text, long from, long to) {
        String digits = text.replaceAll("(?<=[0-9a-fA-F])_(?=[0-9a-fA-F])", "");
        boolean hexadecimal = HEXADECIMAL.matcher(digits).matches();
        String range = from + ".." + to;
        if (!hexadecimal && !DECIMAL.matcher(digits).matches() && !EXPONENT.matcher(digits).matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number within " + range
                + ", written such as 60, 0x3c, 1_000_000 or 1e6");
        }
        BigInteger number = hexadecimal ? new BigInteger(digits.substring("0x".length()), HEXADECIMAL_RADIX)
            : new BigDecimal(digits).toBigIntegerExact();
        if (number.compareTo(BigInteger.valueOf(from)) < 0 || number.compareTo(BigInteger.valueOf(to)) > 0) {
            throw new IllegalArgumentException(text + " is not within " + range);
        }
        return number.longValueExact();
    }

    private static <T> T named(T[] values, String text) {
        return Arrays.stream(values).filter(value -> value.toString().equals(text.toLowerCase(Locale.ROOT))).findFirst()
            .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of "
                + Arrays.stream(values).map(Object::toString).collect(Collectors.joining(", "))));
    }

    /** A length of time such as 500ms, 10s or forever, as nanoseconds. */
    static final class Nanos implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (text.equals("forever")) {
                return Long.MAX_VALUE;
            }
            Matcher parts = DURATION.matcher(text);
            if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
                throw new TypeConversionException("'" + text + "' is not a duration of 1ms or more such as 500ms,"
                    + " 10s, 2m, 1h or forever");
            }
            long amount = Long.parseLong(parts.group(1));
            return switch (parts.group(2)) {
                case "ms" -> Duration.ofMillis(amount).toNanos();
                case "s" -> Duration.ofSeconds(amount).toNanos();
                case "m" -> Duration.ofMinutes(Math.min(amount, Duration.ofDays(365).toMinutes())).toNanos();
                default -> Duration.ofHours(Math.min(amount, Duration.ofDays(365).toHours())).toNanos();
            };
        }
    }

    /** The name of a stressor, or auto. */
    static final class StressorName implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            List<String> names = Stressor.names();
            if (!text.equals(Stressor.AUTO) && !text.equals(Stressor.EACH) && !names.contains(text)) {
                throw new TypeConversionException("'" + text + "' is none of " + Stressor.AUTO + ", " + Stressor.EACH
                    + ", " + String.join(", ", names));
            }
            return text;
        }
    }
}
