package org.tearline.cli;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.kernel.Stressor;
import org.tearline.plan.Memory;
import org.tearline.plan.OffsetList;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.CpuList;
import org.tearline.published.FieldGuide;
import org.tearline.report.ResultsReport;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Turns what the user typed into values, or says in one line what is allowed. Stateless. */
final class Converters {
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-fA-F]{1,16}");
    /** A power with more digits would be computed for a long time before it is found to be too large. */
    private static final Pattern EXPONENT = Pattern.compile("\\d{1,9}e\\d{1,2}");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    private Converters() {
    }

    /** Teaches a command line the words of the project. */
    static void register(CommandLine commandLine) {
        commandLine.registerConverter(Width.class, text -> named(Width.values(), text));
        commandLine.registerConverter(Processes.class, text -> named(Processes.values(), text));
        commandLine.registerConverter(Memory.class, text -> named(Memory.values(), text));
        commandLine.registerConverter(WriteMode.class, text -> named(WriteMode.values(),
            text.equalsIgnoreCase("release") ? "ordered" : text));
        commandLine.registerConverter(ReadMode.class, text -> named(ReadMode.values(), text));
        commandLine.registerConverter(Tier.class, text -> named(Tier.values(), text));
        commandLine.registerConverter(Until.class,
            text -> named(new Until[] {Until.FIRST, Until.BUDGET}, text));
        commandLine.registerConverter(ResultsReport.Format.class,
            text -> named(ResultsReport.Format.values(), text));
        commandLine.registerConverter(Path.class, Converters::path);
        commandLine.registerConverter(int.class, text -> (int) number(text, Integer.MAX_VALUE));
        commandLine.registerConverter(long.class, text -> number(text, Long.MAX_VALUE));
        commandLine.registerConverter(Long.class, text -> number(text, Long.MAX_VALUE));
    }

    /** The JVM hands over the letters of a name that the locale lacks as question marks, which name no file. */
    static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' is not a file name in this locale; try LC_ALL=C.UTF-8");
        }
    }

    /** A whole number as Java writes it, or with an exponent. */
    private static long number(String text, long most) {
        String digits = text.replaceAll("(?<=[0-9a-fA-F])_(?=[0-9a-fA-F])", "");
        try {
            long number = HEXADECIMAL.matcher(digits).matches() ? Long.decode(digits)
                : EXPONENT.matcher(digits).matches() ? new BigDecimal(digits).longValueExact() : Long.parseLong(digits);
            if (number <= most && number >= -most) {
                return number;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // Said below, as for a number that is too large.
        }
        throw new TypeConversionException("'" + text + "' is not a whole number of at most " + most
            + ", such as 60, 0x3c, 1_000_000 or 1e6");
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
                throw new TypeConversionException("'" + text + "' is not a duration such as 500ms, 10s, 2m or forever");
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

    /** A list of offsets and ranges of them such as 0..63,4089..4095. */
    static final class Offsets implements ITypeConverter<List<Integer>> {
        @Override
        public List<Integer> convert(String text) {
            try {
                return OffsetList.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** The name of a stressor, or auto. */
    static final class StressorName implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            List<String> names = Stressor.names();
            if (!text.equals(Stressor.AUTO) && !text.equals(Stressor.EACH) && !names.contains(text)) {
                throw new TypeConversionException("'" + text + "' is none of " + Stressor.AUTO + ", " + Stressor.EACH
                    + ", "
                    + String.join(", ", names));
            }
            return text;
        }
    }

    /** A handle as result files may have it. */
    static final class Handle implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (!text.matches(FieldGuide.load().field("submitter").pattern().orElseThrow())) {
                throw new TypeConversionException("'" + text + "' is not a handle: give up to 39 letters and digits,"
                    + " with single hyphens between them");
            }
            return text;
        }
    }

    /** A list of CPUs such as 0-3,8; auto and none stand for themselves. */
    static final class Cpus implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (!text.equals("auto") && !text.equals("none")) {
                try {
                    if (CpuList.parse(text).isEmpty()) {
                        throw new IllegalArgumentException("no CPU in the list");
                    }
                } catch (IllegalArgumentException e) {
                    throw new TypeConversionException("'" + text + "' is neither auto, none nor a list of CPUs such as"
                        + " 0-3,8");
                }
            }
            return text;
        }
    }
}
