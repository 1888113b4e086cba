// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
import org.tearline.words.Words;

/**
 * The contents of the page's template. Not thread-safe.
 *
 * @param single    whether this is the page for one run
 * @param addresses null if unknown
 * @param dataSet   names of the files in the data folder beside the page
 */
public record Page(Archive archive, boolean single, Addresses addresses, List<String> dataSet, Example example) {
    /** The scripts that need no document, in the order in which they use each other. */
    public static final List<String> QUESTION_SCRIPTS = List.of("vendor/minisearch.js", "text.js", "cpus.js",
        "code.js", "reader.js", "answer.js", "sections.js", "symptoms.js", "view.js");

    public static Page of(Archive archive, boolean single, Addresses addresses, List<String> dataSet) {
        return new Page(archive, single, addresses, dataSet,
            Example.of(new CardTexts(Subject.all(archive.designs()))));
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
        return new PageData(example.cards()).text(example.cpu().id(), example.offset());
    }

    /** Returns the tables of CPUs by caption; those of measured ones first. */
    public List<Table> tables() {
        return Stream.of(
            new Table("Measured: the blocks within which an access is whole", Table.MEASURED,
                CpuRow.measured(archive, false)),
            new Table("Emulated: the emulator's blocks, not the CPU's", Table.MEASURED,
                CpuRow.measured(archive, true)),
            new Table("Promises for CPUs, measured or not", Table.PROMISED, CpuRow.promised()))
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
