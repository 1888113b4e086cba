// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuRow.Table;
import org.tearline.archive.CpuRow;
import org.tearline.archive.Evidence;
import org.tearline.file.Addresses;
import org.tearline.file.Digest;
import org.tearline.promise.Guarantees;
import org.tearline.trial.PairKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Granules.Granule;
import org.tearline.words.Words;

/**
 * The contents of the page's template. Not thread-safe.
 *
 * @param single    whether this is the page for one run
 * @param addresses null if unknown
 * @param dataSet   names of the files in the data folder beside the page
 * @param example   the CPU that the page shows first, with a value at this offset
 */
public record Page(Archive archive, boolean single, Addresses addresses, List<String> dataSet, List<Subject> cpus,
                   CardTexts cards, Subject example, int offset) {
    /** The scripts that need no document, in the order in which they use each other. */
    public static final List<String> QUESTION_SCRIPTS = List.of("vendor/minisearch.js", "text.js", "cpus.js",
        "code.js", "reader.js", "answer.js", "sections.js", "symptoms.js", "view.js");
    public static Page of(Archive archive, boolean single, Addresses addresses, List<String> dataSet) {
        List<Subject> cpus = Subject.all(archive.designs());
        Comparator<Subject> projectsFirst = Comparator.comparing(Subject::isProjects).reversed();
        Subject example = cpus.stream().filter(Subject::isReal)
            .min(projectsFirst.thenComparing(Page::cut).thenComparing(Subject::id)).orElse(cpus.get(0));
        int cut = cut(example);
        int offset = cut < example.geometry().lineBytes() ? cut - Long.BYTES / 2 : TrialSpec.USUAL.offset();
        return new Page(archive, single, addresses, dataSet, cpus, new CardTexts(cpus), example, offset);
    }

    /** Returns the smallest boundary across which stores tear; {@link Granule#UNKNOWN_MOST} if none is known. */
    private static int cut(Subject cpu) {
        if (!cpu.isMeasured()) {
            return Granule.UNKNOWN_MOST;
        }
        return CpuRow.sideOrPair(cpu.measured().granules(), PairKind.STORE).atMost();
    }

    public String style() {
        return Resource.text("/page/page.css");
    }

    public String script() {
        return Stream.concat(QUESTION_SCRIPTS.stream(), Stream.of("page.js")).map(Resource::script)
            .collect(Collectors.joining("\n", "(() => {\n'use strict';\n", "})();\n"));
    }

    /** Returns the content security policy, which allows only this script and this style. */
    public String policy() {
        return "default-src 'none'; script-src 'sha256-" + hash(script()) + "'; style-src 'sha256-" + hash(style())
            + "'; img-src data:; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String text) {
        return Base64.getEncoder()
            .encodeToString(HexFormat.of().parseHex(Digest.sha256(text.getBytes(StandardCharsets.UTF_8))));
    }

    public String data() {
        return new PageData(cards, cpus).text(example.id(), offset);
    }

    /** Returns the card of the example: a long with ordered writes and volatile reads. */
    public CardText card() {
        Instructions access = Instructions.of(WriteMode.ORDERED, ReadMode.VOLATILE, Width.LONG, example.architecture());
        return cards.at(example, access, offset).filled(this::filled);
    }

    public String picture() {
        return HtmlPage.picture(card().verdict());
    }

    /** Returns the Java line for the next aligned address. */
    public String java() {
        return filled(PageData.JAVA.at("/unsafe/ordered").asString().replace("ADDRESS", "base + {next}"));
    }

    /** Fills in the placeholders for the example, as answer.js does. */
    private String filled(String text) {
        int last = offset + Long.BYTES - 1;
        int boundary = example.geometry().boundary(offset, Width.LONG);
        // AND with -n rounds down to a multiple of n.
        return text.replace("{cpu}", example.name()).replace("{nearest}", example.nearestName(cpus))
            .replace("{from}", "" + offset).replace("{to}", "" + last).replace("{edge}", "" + (last & -boundary))
            .replace("{next}", "" + (last & -Long.BYTES));
    }

    /** Returns the tables of CPUs by caption; those of measured ones first. */
    public List<Table> tables() {
        return Stream.of(
            new Table("Measured: the blocks within which an access is whole", Table.MEASURED,
                CpuRow.measured(archive, false)),
            new Table("Emulated: the emulator's blocks, not the CPU's", Table.MEASURED,
                CpuRow.measured(archive, true)),
            new Table("Promises for CPUs, measured or not", Table.PROMISED,
                CpuRow.promised()))
            .filter(table -> !table.rows().isEmpty()).toList();
    }

    public List<Evidence> evidence() {
        return archive.designs().stream().map(Evidence::of).toList();
    }

    /** Returns the promises, and the reports by others. */
    public List<Source> rules() {
        Guarantees guarantees = Guarantees.load();
        Stream<Source> rules = guarantees.rules().stream().map(rule -> new Source(rule.id(), rule.appliesTo() + ": "
            + rule.sentence() + " " + rule.source()));
        return Stream.concat(rules, guarantees.observations().stream().map(seen -> new Source(seen.id(), seen.cpu()
            + ": " + seen.observed() + " (" + seen.by() + ") " + seen.source()))).toList();
    }

    /** Returns the list at the top of docs/costs.md, which bench/costs.py computes. */
    public List<String> costs() {
        String text = Resource.text("/page/docs/costs.md");
        int start = text.indexOf("\n- ");
        return Stream.of(text.substring(start, text.indexOf("\n\n", start)).split("\n- ")).skip(1)
            .map(point -> point.replaceAll("\\s+", " ")).toList();
    }

    /** Returns the number of files, as a sentence. */
    public String files() {
        int deciding = archive.deciding();
        int others = archive.files() - deciding;
        String basis = "Based on " + Words.count(deciding, "result file") + ".";
        return others == 0 ? basis : basis + " " + Words.count(others) + " more decide no number.";
    }

    /** Returns the URL of a document in the docs folder; relative without the project's address, null for one run. */
    public String doc(String path) {
        if (addresses != null) {
            return addresses.forge() + "/tree/main/docs/" + path;
        }
        return single ? null : "../docs/" + path;
    }

    /** Returns the URL of the document with a section's details; null if there is none. */
    public String see(Section section) {
        return section.see().startsWith("https:") ? section.see() : doc(section.see());
    }

    /** A vendor's promise, or a report by others. The documents link to where it stands. */
    public record Source(String id, String words) {
    }
}
