package org.tearline.promise;

/** What others saw and published: no promise, and never mixed with our counts. Immutable. */
public record Observation(String id, String cpu, String observed, String source) {
}
