// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The phrases and numbers that several places show: {@code promise/facts.properties}. Thread-safe. */
public final class Facts {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{fact:([^}]+)}");

    private static final Facts ONE = read();

    private final Properties values;

    private Facts(Properties values) {
        this.values = values;
    }

    public static Facts load() {
        return ONE;
    }

    private static Facts read() {
        Properties values = new Properties();
        try (Reader in = new InputStreamReader(Facts.class.getResourceAsStream("/promise/facts.properties"),
                StandardCharsets.UTF_8)) {
            values.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Facts(values);
    }

    /**
     * Returns the value of a fact, in which facts that it refers to are filled in.
     *
     * @throws IllegalArgumentException if there is no such fact
     */
    public String text(String name) {
        String value = values.getProperty(name);
        if (value == null) {
            throw new IllegalArgumentException("no fact '" + name + "' in promise/facts.properties");
        }
        return filled(value);
    }

    /** Returns a text in which each {@code {fact:NAME}} is replaced by the value of that fact. */
    public String filled(String text) {
        return PLACEHOLDER.matcher(text)
            .replaceAll(placeholder -> Matcher.quoteReplacement(text(placeholder.group(1))));
    }
}
