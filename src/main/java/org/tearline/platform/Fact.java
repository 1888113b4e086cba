package org.tearline.platform;

import java.util.List;

/**
 * One thing that was found out, and where. Immutable.
 *
 * @param section what it is about
 * @param name    its name in JSON; in text the words of the name
 * @param value   a String, Integer, Long, Boolean, or a List or Map of these
 * @param lines   the value for people; empty if it tells them nothing that other facts do not
 * @param source  the file or API that says so
 */
public record Fact(String section, String name, Object value, List<String> lines, String source) {
}
