// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.machine.Bundled;

/** The phrases and numbers that several places show: {@code promise/facts.properties}. Thread-safe. */
public final class Facts {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{fact:([^}]+)}");

    private static final Properties VALUES = Bundled.properties("/promise/facts.properties");

    private Facts() {
    }

    /**
     * Returns the value of a fact, in which facts that it refers to are filled in.
     *
     * @throws IllegalArgumentException if there is no such fact
     */
    public static String text(String name) {
        String value = VALUES.getProperty(name);
        if (value == null) {
            throw new IllegalArgumentException("no fact '" + name + "' in promise/facts.properties");
        }
        return filled(value);
    }

    /** Returns a text in which each {@code {fact:NAME}} is replaced by the value of that fact. */
    public static String filled(String text) {
        return PLACEHOLDER.matcher(text)
            .replaceAll(placeholder -> Matcher.quoteReplacement(text(placeholder.group(1))));
    }
}
