package org.tearline.published;

/**
 * Which build of the tester wrote the file, so that results of a build found wrong can be recalled. Immutable.
 *
 * @param version the version of the jar
 * @param commit  the abbreviated commit, or "unknown"
 */
public record TesterBuild(String version, String commit) {
}
