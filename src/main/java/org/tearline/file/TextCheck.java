// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.LEAK;
import static org.tearline.file.ValidationRule.TEXT;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.tearline.file.Examination.Findings;
import tools.jackson.databind.JsonNode;

/**
 * Checks that every string of a file contains only harmless characters and identifies no person, network or folder.
 * Walks the whole tree, so no field is missed.
 */
final class TextCheck {
    /** Used in vendors' names, and harmless in markup, terminals and spreadsheets. */
    private static final String PUNCTUATION = " ()@.,+-_/:#®™";
    /** A JVM vendor whose name is a domain. */
    static final String DOMAIN_BY_NAME = "Amazon.com Inc.";
    /** Domains, users and issues, which code forges turn into links. */
    private static final Pattern LINK = Pattern.compile(
        "(?i)[a-z0-9-]\\.[a-z]{2,}|\\bwww\\.|(?<![a-z0-9])@[a-z]|#[0-9]");
    private static final Pattern BLANK = Pattern.compile("^\\s|\\s$|  |^[^A-Za-z0-9]*$");
    private static final Pattern HEX = Pattern.compile("0x[0-9a-f]+");
    /** Every pattern matches in linear time. */
    private static final List<Leak> LEAKS = List.of(
        new Leak("an e-mail address", "[A-Za-z0-9._+-]@[A-Za-z]"),
        new Leak("a path", "(?:^|[ (=:,])(?:/|[A-Za-z]:/|~)[A-Za-z0-9._-]+|/(?:home|root|Users|tmp|opt|usr|var)/"),
        new Leak("a network address", "[A-Za-z]://"),
        new Leak("a MAC address", "(?<![0-9A-Fa-f])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![0-9A-Fa-f])"),
        new Leak("an IPv6 address", "[0-9A-Fa-f]{0,4}::[0-9A-Fa-f]|(?:[0-9A-Fa-f]{1,4}:){4}[0-9A-Fa-f]{1,4}"),
        new Leak("a serial number", "(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-|\\bserial\\b"),
        new Leak("a host name", "(?i)\\.(?:local|localdomain|lan|home|internal|intranet|corp|arpa)(?![a-z0-9])"
            + "|\\blocalhost\\b|\\bip-\\d{1,3}-\\d{1,3}-|\\b(?:desktop|laptop)-[a-z0-9]{5}"
            + "|(?<![a-z0-9.-])[a-z][a-z0-9-]{0,62}\\.[a-z0-9-]{1,63}\\.[a-z]{2,6}(?![a-z0-9])"),
        // An OpenJDK built without a build name has adhoc.<user>.<folder> in its version.
        new Leak("a user name", "(?i)\\b(?:user|username|login|host|hostname)[:#]|\\badhoc\\."));
    private static final Pattern IPV4 = Pattern.compile("(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.])");
    /** JVM versions such as 17.0.4.1 look like addresses, but not like private ones. */
    private static final Pattern PRIVATE_IPV4 = Pattern.compile(
        "(?<![\\d.])(?:10\\.\\d{1,3}|127\\.\\d{1,3}|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))"
            + "\\.\\d{1,3}\\.\\d{1,3}(?![\\d.])");

    private record Leak(String name, Pattern pattern) {
        Leak(String name, String regex) {
            this(name, Pattern.compile(regex));
        }
    }

    private TextCheck() {
    }

    /** Checks a node and everything below it. */
    static void check(JsonNode node, String where, Findings findings) {
        if (node.isString()) {
            // Skips the values of witnesses, because there are many.
            if (!HEX.matcher(node.stringValue()).matches()) {
                checkText(node.stringValue(), where, findings);
            }
        } else if (node.isObject()) {
            node.properties().forEach(property -> check(property.getValue(), where + "/" + property.getKey(),
                findings));
        } else if (node.isArray() && !node.isEmpty() && !node.get(0).isNumber()) {
            for (int i = 0; i < node.size(); i++) {
                check(node.get(i), where + "/" + i, findings);
            }
        }
    }

    private static void checkText(String text, String where, Findings findings) {
        text.codePoints()
            .filter(c -> !isAllowed(c))
            .findFirst()
            .ifPresent(c -> findings.add(TEXT, where,
                "the character U+" + String.format(Locale.ROOT, "%04X", c) + " in " + text));
        boolean environment = where.startsWith("/environment");
        if (environment && BLANK.matcher(text).find()) {
            findings.add(TEXT, where, "superfluous spaces or no letters: " + text);
        }
        boolean version = where.endsWith("/version");
        String leak = leak(text, version);
        if (leak != null) {
            findings.add(LEAK, where, "looks like " + leak + ": " + text);
        } else if (environment && !version && !text.equals(DOMAIN_BY_NAME) && LINK.matcher(text).find()) {
            findings.add(TEXT, where, "would become a link: " + text);
        }
    }

    /** Allows only ASCII letters: some letters of other alphabets look the same or are invisible. */
    private static boolean isAllowed(int c) {
        return c < 0x7f && Character.isLetterOrDigit(c) || PUNCTUATION.indexOf(c) >= 0;
    }

    private static String leak(String text, boolean version) {
        Pattern address = IPV4;
        if (version) {
            address = PRIVATE_IPV4;
        }
        if (address.matcher(text).find()) {
            return "an IP address";
        }
        return LEAKS.stream()
            .filter(kind -> kind.pattern().matcher(text).find())
            .map(Leak::name)
            .findFirst()
            .orElse(null);
    }
}
