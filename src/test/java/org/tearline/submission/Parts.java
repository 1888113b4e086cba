// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The parts of a result file that tests change: of several series, placements or witnesses the first. Stateless. */
final class Parts {
    private Parts() {
    }

    static ObjectNode environment(ObjectNode file) {
        return file.withObjectProperty("environment");
    }

    static ObjectNode cpu(ObjectNode file) {
        return environment(file).withObjectProperty("cpu");
    }

    static ObjectNode jvm(ObjectNode file) {
        return environment(file).withObjectProperty("jvm");
    }

    static ObjectNode os(ObjectNode file) {
        return environment(file).withObjectProperty("os");
    }

    static ObjectNode topology(ObjectNode file) {
        return environment(file).withObjectProperty("topology");
    }

    static ObjectNode splitLocks(ObjectNode file) {
        return environment(file).withObjectProperty("splitLocks");
    }

    static ObjectNode placement(ObjectNode file) {
        return (ObjectNode) file.withArrayProperty("placements").get(0);
    }

    static ObjectNode control(ObjectNode file) {
        return (ObjectNode) placement(file).withArrayProperty("controls").get(0);
    }

    static ObjectNode series(ObjectNode file) {
        return (ObjectNode) file.withArrayProperty("series").get(0);
    }

    static ObjectNode totals(ObjectNode file) {
        return series(file).withObjectProperty("totals");
    }

    static ArrayNode list(ObjectNode file, String name) {
        return series(file).withArrayProperty(name);
    }

    static ObjectNode seams(ObjectNode file) {
        return series(file).withObjectProperty("seams");
    }

    static ObjectNode witness(ObjectNode file) {
        return (ObjectNode) list(file, "witnesses").get(0);
    }

    /** Puts the CPUs of all series elsewhere. */
    static void place(ObjectNode file, String placement) {
        placement(file).put("name", placement);
        file.path("series").forEach(one -> ((ObjectNode) one).put("placement", placement));
    }
}
