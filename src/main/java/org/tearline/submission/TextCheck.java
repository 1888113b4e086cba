// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Every string of a file: harmless characters only, and nothing that tells of a person, a network or a folder. Works on
 * the tree, so that no field is forgotten. Not thread-safe.
 */
final class TextCheck {
    /** Holds what vendors use in names. Everything that markup, terminals or spreadsheets act upon is missing. */
    private static final String PUNCTUATION = " ()@.,+-_/:#®™";
    private static final String ENVIRONMENT = "/environment";
    private static final String VERSION = "/version";
    /** The one vendor of JVMs that is called after its address. */
    private static final String DOMAIN_BY_NAME = "Amazon.com Inc.";
    /** Holds what a forge makes a link of: domains, people, issues. */
    private static final Pattern LINK = Pattern.compile(
        "(?i)[a-z0-9-]\\.[a-z]{2,}|\\bwww\\.|(?<![a-z0-9])@[a-z]|#[0-9]");
    private static final int LAST_ASCII = 0x7f;
    private static final int HEX_LENGTH = 18;
    /** A pattern per kind; each is linear in the length of the text. */
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
        // An OpenJDK that was built without a build name has adhoc.<user>.<folder> in its version.
        new Leak("a user name", "(?i)\\b(?:user|username|login|host|hostname)[:#]|\\badhoc\\."));
    private static final Pattern IPV4 = Pattern.compile("(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.])");
    /** JVM versions such as 17.0.4.1 look like addresses; those of private networks do not look like versions. */
    private static final Pattern PRIVATE_IPV4 = Pattern.compile(
        "(?<![\\d.])(?:10\\.\\d{1,3}|127\\.\\d{1,3}|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))"
            + "\\.\\d{1,3}\\.\\d{1,3}(?![\\d.])");

    /** Some hundred words come again in honest files; those of hostile ones do not fill the memory. */
    private static final int MAX_WORDS = 5_000;
    /** Words in which nothing was found, in any file so far. */
    private static final Set<Word> FAULTLESS = ConcurrentHashMap.newKeySet();

    private final Findings findings;
    /** Says where the walk is, as a JSON pointer; most places are never named. */
    private final StringBuilder where = new StringBuilder();
    /** The words of modes come again in every series: what was harmless once is not looked at twice. */
    private final Set<String> harmless = new HashSet<>();

    private TextCheck(Findings findings) {
        this.findings = findings;
    }

    static void check(JsonNode tree, Findings findings) {
        new TextCheck(findings).check(tree);
    }

    private void check(JsonNode node) {
        if (node.isString()) {
            String text = node.stringValue();
            if (!isHexValue(text) && !harmless.contains(text)) {
                checkWord(text, where.toString());
            }
            return;
        }
        int length = where.length();
        if (node.isObject()) {
            node.properties().forEach(property -> {
                if (!property.getValue().isNumber()) {
                    where.append('/').append(property.getKey());
                    check(property.getValue());
                    where.setLength(length);
                }
            });
        } else if (node.isArray() && !node.isEmpty() && !node.get(0).isNumber()) {
            for (int i = 0; i < node.size(); i++) {
                where.append('/').append(i);
                check(node.get(i));
                where.setLength(length);
            }
        }
    }

    private void checkWord(String text, String at) {
        Word word = new Word(text, at.startsWith(ENVIRONMENT), at.endsWith(VERSION));
        boolean faultless = FAULTLESS.contains(word);
        if (faultless ? !word.version : isHarmless(text, at)) {
            harmless.add(text);
        }
        // Not every finding is kept, so only an empty list says that nothing was found.
        if (!faultless && FAULTLESS.size() < MAX_WORDS && findings.list().isEmpty()) {
            FAULTLESS.add(word);
        }
    }

    private boolean isHarmless(String text, String where) {
        // Letters of one alphabet only: those of another look alike, and some of them are blank.
        OptionalInt stranger = text.codePoints().filter(c -> !isAsciiLetterOrDigit(c) && PUNCTUATION.indexOf(c) < 0)
            .findFirst();
        if (where.startsWith(ENVIRONMENT)) {
            boolean blank = text.codePoints().noneMatch(TextCheck::isAsciiLetterOrDigit);
            if (blank || !text.equals(text.strip()) || text.contains("  ")) {
                findings.add(ValidationRule.TEXT, where, blank ? "nothing but blanks and marks"
                    : "blanks that nobody sees");
            }
        }
        stranger.ifPresent(c -> findings.add(ValidationRule.TEXT, where, "the character U+"
            + String.format(Locale.ROOT, "%04X", c) + " in " + text));
        boolean leaks = false;
        for (Leak leak : LEAKS) {
            if (leak.pattern().matcher(text).find()) {
                leaks = true;
                findings.add(ValidationRule.LEAK, where, "looks like " + leak.name() + ": " + text);
            }
        }
        boolean version = where.endsWith(VERSION);
        if ((version ? PRIVATE_IPV4 : IPV4).matcher(text).find()) {
            leaks = true;
            findings.add(ValidationRule.LEAK, where, "looks like an IP address: " + text);
        }
        boolean link = where.startsWith(ENVIRONMENT) && !version && !leaks && !text.equals(DOMAIN_BY_NAME)
            && LINK.matcher(text).find();
        if (link) {
            findings.add(ValidationRule.TEXT, where, "would become a link: " + text);
        }
        // A version is held to other rules than the same text elsewhere.
        return !leaks && !link && !version && stranger.isEmpty();
    }

    private static boolean isAsciiLetterOrDigit(int c) {
        return c < LAST_ASCII && Character.isLetterOrDigit(c);
    }

    /** A witness's value is hex and nothing else, by the hundred. */
    private static boolean isHexValue(String text) {
        if (text.length() != HEX_LENGTH || !text.startsWith("0x")) {
            return false;
        }
        for (int i = 2; i < HEX_LENGTH; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F')) {
                return false;
            }
        }
        return true;
    }

    /** A text, and what it is held to. */
    private record Word(String text, boolean environment, boolean version) {
    }

    private record Leak(String name, Pattern pattern) {
        Leak(String name, String regex) {
            this(name, Pattern.compile(regex));
        }
    }
}
