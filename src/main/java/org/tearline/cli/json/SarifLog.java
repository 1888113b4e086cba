// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/** The part of SARIF 2.1.0 that a judgement fills: names and nesting are the standard's. Immutable. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SarifLog(@JsonProperty("$schema") String schema, String version, List<Run> runs) {

    /** One run of one tool. */
    record Run(Tool tool, String columnKind, List<Result> results) {
    }

    /** Holds what ran. */
    record Tool(Driver driver) {
    }

    /** The tool, with the rules that its results break. */
    record Driver(String name, String version, String informationUri, List<Rule> rules) {
    }

    /** A kind of finding. */
    record Rule(String id, Text shortDescription, Help help, Configuration defaultConfiguration) {
    }

    /** A message. */
    record Text(String text) {
    }

    /** Holds what a forge shows behind a finding. */
    record Help(String text, String markdown) {
    }

    /** Says how grave a rule is: error, warning or note. */
    record Configuration(String level) {
    }

    /** A finding. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Result(String ruleId, int ruleIndex, String level, Text message, List<Location> locations,
                  List<Location> relatedLocations, List<Stack> stacks, Map<String, String> partialFingerprints) {
    }

    /** A place in a file, in the code, or in both. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Location(PhysicalLocation physicalLocation, List<LogicalLocation> logicalLocations) {
    }

    /** A place in a file. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PhysicalLocation(ArtifactLocation artifactLocation, Region region) {
    }

    /** A file, relative to a base. */
    record ArtifactLocation(String uri, String uriBaseId) {
    }

    /** A line of a file. */
    record Region(int startLine) {
    }

    /** A method. */
    record LogicalLocation(String fullyQualifiedName, String kind) {
    }

    /** The callers of an access, the innermost first. */
    record Stack(List<StackFrame> frames) {
    }

    /** One of them. */
    record StackFrame(Location location) {
    }
}
