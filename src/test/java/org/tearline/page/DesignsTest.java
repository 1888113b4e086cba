// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuFamily;
import tools.jackson.databind.JsonNode;

/** Tests the searchable designs and instance types. */
class DesignsTest {
    private static final List<String> OPTIONAL_LSE2 = List.of("Cortex-A78AE", "Cortex-A78C", "Cortex-X1C");
    private static final JsonNode FILE = Resource.json("/page/designs.json", JsonNode.class);

    @Test
    void shouldBelongToAFamily() {
        List<String> families = Guarantees.load().families().stream().map(CpuFamily::name).toList();

        assertThat(Designs.ALL).allSatisfy(known -> {
            assertThat(families).containsAll(known.families());
            assertThat(known.families()).hasSizeLessThanOrEqualTo(known.unknown() ? 2 : 1);
        });
        assertThat(Designs.ALL).extracting(Designs.Design::id).doesNotHaveDuplicates();
        assertThat(Designs.ALL).extracting(Designs.Design::name).contains("Cascade Lake", "Zen 4",
            "Neoverse V1", "Arm CPU of unknown design", "x86-64 CPU of Intel or AMD");
    }

    @Test
    void shouldHaveASourceForEachFactOrMarkAGuess() {
        List<String> known = new ArrayList<>(FILE.get("sources").propertyNames());
        known.addAll(List.of("name", "guess"));
        assertThat(FILE.get("designs")).allSatisfy(design -> assertThat(known).containsAll(sources(design)));
        assertThat(FILE.get("sources")).allSatisfy(DesignsTest::hasAddress);
        assertThat(listed("Yitian 710").get("also").get("Yitian 710").asString()).isEqualTo("guess");
        assertThat(listed("Altra Max").get("also").valueStream().map(JsonNode::asString)).doesNotContain("guess");
        assertThat(listed("Altra Max").has("pageBytes")).as("Arm kernels have three page sizes").isFalse();
        assertThat(listed("M1 Max").has("pageBytes")).isTrue();
    }

    /** Armv8.4 made FEAT_LSE2 mandatory. Of the older designs, some have it: Linux lists uscat for them. */
    @Test
    void shouldHaveLse2FromArmv84On() {
        List<JsonNode> arm = FILE.get("designs").valueStream().filter(design -> design.has("architecture")).toList();
        assertThat(arm).isNotEmpty().allSatisfy(design -> {
            String name = design.get("name").asString();
            String version = design.get("architecture").asString().replaceFirst("Armv([0-9.]+)-A", "$1");
            assertThat(named(name).families().get(0)).as(name).startsWith(
                Double.parseDouble(version) >= 8.4 || OPTIONAL_LSE2.contains(name) ? "Arm with LSE2"
                    : "Arm without LSE2");
        });
    }

    @Test
    void shouldHaveSourcesOfModelNumbersAndInstanceTypes() {
        assertThat(Resource.json("/page/models.json", JsonNode.class)).isNotEmpty().allSatisfy(DesignsTest::hasAddress);
        assertThat(Resource.json("/page/instances.json", JsonNode.class)).isNotEmpty()
            .allSatisfy(DesignsTest::hasAddress);
    }

    private static void hasAddress(JsonNode source) {
        assertThat(source.path("url").asString()).startsWith("https://");
    }

    @Test
    void shouldKnowItsLineage() {
        List<String> names = Designs.ALL.stream().map(Designs.Design::name).toList();
        assertThat(FILE.get("lineages")).allSatisfy(line -> assertThat(names)
            .containsAll(line.valueStream().map(JsonNode::asString).toList()));
        assertThat(Designs.relatives("Dhyana")).first().isEqualTo("Zen");
        assertThat(Designs.relatives("Emerald Rapids")).contains("Sapphire Rapids").doesNotContain("Emerald Rapids");
        assertThat(Designs.relatives("Sapphire Rapids")).first().isEqualTo("Emerald Rapids");
        assertThat(Designs.relatives("KaiXian")).isEmpty();
    }

    @Test
    void shouldHaveLinesThatIdentifyADesign() {
        assertThat(cpuinfo("Cascade Lake")).isEqualTo("cpu family : 6, model : 85, stepping : 7");
        assertThat(cpuinfo("Sapphire Rapids")).isEqualTo("cpu family : 6, model : 143");
        assertThat(cpuinfo("Neoverse V1")).isEqualTo("CPU part : 0xd40");
        assertThat(cpuinfo("Zen 4")).as("EPYC and Ryzen differ").isEmpty();
    }

    /** The names of the sources of a design, of its other names and of its numbers. */
    private static List<String> sources(JsonNode design) {
        List<String> sources = new ArrayList<>(List.of(design.get("source").asString()));
        design.path("also").valueStream().map(JsonNode::asString).forEach(sources::add);
        Stream.of("lineBytes", "pageBytes").filter(design::has).map(name -> design.get(name).get("source").asString())
            .forEach(sources::add);
        return sources;
    }

    private static JsonNode listed(String name) {
        String design = named(name).name();
        return FILE.get("designs").valueStream().filter(one -> one.get("name").asString().equals(design)).findFirst()
            .orElseThrow();
    }

    private static String cpuinfo(String name) {
        return named(name).cpuinfo();
    }

    /** Returns the first design that has this name, possibly among its other names. */
    private static Designs.Design named(String name) {
        return Designs.ALL.stream().filter(one -> one.allNames().anyMatch(name::equals)).findFirst().orElseThrow();
    }
}
