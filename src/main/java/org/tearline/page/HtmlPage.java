// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign;
import org.tearline.file.Digest;
import org.tearline.file.ResultFile;
import org.tearline.page.Page.Addresses;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Rule;
import org.tearline.trial.Api;
import org.tearline.trial.PairKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Verdict;

/** Renders the results as a self-contained page that works offline and is readable without scripts. Thread-safe. */
public final class HtmlPage {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);
    /** Scripts that need the document. The last one uses all others while it loads. */
    private static final List<String> DRAWING = List.of("suggest.js", "page.js");
    static final List<String> SCRIPTS = Stream.concat(Questions.SCRIPTS.stream(), DRAWING.stream()).toList();
    /** End tags of cells and rows before the next tag, which HTML does not need. */
    private static final Pattern CELL_END = Pattern.compile("</t[dhr]>(?=\\s*<)");
    /** A long at this offset crosses a line of 64 bytes. */
    private static final int USUAL_OFFSET = 60;
    private static final int EXAMPLES = 8;

    private HtmlPage() {
    }

    public static String text(Archive archive, Guarantees guarantees) {
        boolean single = false;
        return text(archive, guarantees, single, Addresses.load(), List.of());
    }

    /**
     * Returns the page.
     *
     * @param single    whether this is the page for one run
     * @param addresses null if unknown
     * @param dataSet   names of the files in the data folder that the page links to
     */
    static String text(Archive archive, Guarantees guarantees, boolean single, Addresses addresses,
                       List<String> dataSet) {
        List<CpuDesign> designs = archive.designs();
        List<Subject> cpus = Subject.all(guarantees, designs);
        Answers answers = new Answers(guarantees, cpus);
        Subject first = example(cpus);
        int offset = exampleOffset(first);
        String style = Resource.text("/page/page.css");
        String script = SCRIPTS.stream().map(Resource::script).collect(Collectors.joining("\n",
            "(() => {\n'use strict';\n", "})();\n"));
        String data = new PageData(answers, guarantees).text(cpus, first.id(), offset);
        Stream<Subject> others = cpus.stream().filter(cpu -> cpu.isMeasured() && cpu != first);
        List<Page.Place> examples = Stream.concat(Stream.of(first), others).limit(EXAMPLES)
            .map(cpu -> place(answers, cpu, cpu.nearestName(cpus), offset)).toList();
        List<Row> real = Row.measured(guarantees, archive);
        List<Row> emulated = Row.emulated(guarantees, archive);
        List<Evidence> evidence = designs.stream().map(Evidence::of).toList();
        List<Evidence> counted = evidence.stream().filter(one -> !one.files().isEmpty()).toList();
        List<Evidence.Said> claims = evidence.stream().flatMap(one -> one.claims().stream()).toList();
        Page page = new Page(single, policy(script, style), style, script, data, examples.get(0), examples, real,
            emulated, Row.promised(guarantees), counted, claims, rules(guarantees), sources(), Section.all(),
            costs(), basis(archive), addresses, dataSet);
        StringOutput out = new StringOutput();
        TEMPLATES.render("page.jte", page, out);
        return CELL_END.matcher(out.toString()).replaceAll("");
    }

    /**
     * Returns the CPU whose stores have the smallest granule among those that the project measured; if there are none,
     * among all measured CPUs that were not emulated; the first CPU if there are none, either.
     */
    private static Subject example(List<Subject> cpus) {
        Comparator<Subject> projectsFirst = Comparator.comparing(Subject::isProjects).reversed();
        return cpus.stream().filter(cpu -> cpu.isMeasured() && !cpu.measured().emulated())
            .min(projectsFirst.thenComparing(HtmlPage::cut).thenComparing(Subject::id)).orElse(cpus.get(0));
    }

    /** Returns the offset of a long across the smallest boundary at which stores tear, if that is inside a line. */
    private static int exampleOffset(Subject cpu) {
        int cut = cut(cpu);
        return cut < cpu.geometry().lineBytes() ? cut - Long.BYTES / 2 : USUAL_OFFSET;
    }

    private static String policy(String script, String style) {
        return "default-src 'none'; script-src 'sha256-" + hash(script) + "'; style-src 'sha256-" + hash(style)
            + "'; img-src data:; base-uri 'none'; form-action 'none'";
    }

    private static String basis(Archive archive) {
        int deciding = archive.deciding();
        int others = archive.files() - deciding;
        String basis = "Based on " + deciding + (deciding == 1 ? " result file." : " result files.");
        return others == 0 ? basis : basis + " " + Words.count(others) + " more decide no number.";
    }

    /** Returns the path of the page for one run: result.html beside result.json. */
    public static Path beside(Path result) {
        return result.resolveSibling(result.getFileName().toString().replaceFirst("\\.json$", "") + ".html");
    }

    /** Returns the page for one run, whose result is in this file. */
    public static String of(ResultFile file, Path result) throws IOException {
        String name = result.getFileName().toString();
        boolean single = true;
        Addresses none = null;
        return text(Archive.of(file, name), Guarantees.load(), single, none, List.of());
    }

    /** Returns a page that redirects to an answer, with the title and picture for link previews. */
    static String shared(Subject cpu, Verdict verdict, Addresses addresses) {
        StringOutput out = new StringOutput();
        String title = verdict.headline() + ": " + cpu.name() + " – Tearline";
        TEMPLATES.render("share.jte", Map.of("title", title, "id", cpu.id(), "picture", addresses.picture(verdict)),
            out);
        return out.toString();
    }

    /** Returns the smallest boundary across which stores tear; {@link Granule#UNKNOWN_MOST} if none is known. */
    private static int cut(Subject cpu) {
        if (!cpu.isMeasured()) {
            return Granule.UNKNOWN_MOST;
        }
        return Row.sideOrPair(cpu.measured().granules(), PairKind.STORE).atMost();
    }

    private static Page.Place place(Answers answers, Subject cpu, String nearest, int offset) {
        boolean floating = false;
        Answer answer = answers.at(cpu, new Access(Api.UNSAFE, WriteMode.ORDERED, ReadMode.VOLATILE, Width.LONG,
            floating, Runtime.version().feature()), offset);
        return new Page.Place(cpu.id(), cpu.name(), nearest, offset, cpu.geometry().lineBytes(), answer,
            JavaLine.of(Api.UNSAFE, WriteMode.ORDERED));
    }

    private static List<Page.Rule> rules(Guarantees guarantees) {
        List<Page.Rule> rules = new ArrayList<>();
        for (Rule rule : guarantees.rules()) {
            String url = rule.sources().isEmpty() ? "" : rule.sources().get(0).url();
            rules.add(new Page.Rule(rule.id(), rule.appliesTo() + ": " + rule.sentence(), rule.source(), url));
        }
        for (Observation seen : guarantees.observations()) {
            String words = seen.cpu() + ": " + seen.observed() + " (" + seen.by() + ")";
            rules.add(new Page.Rule(seen.id(), words, seen.source(), seen.url()));
        }
        return rules;
    }

    /** Returns the sources of CPU names and instance types. */
    private static List<Page.Rule> sources() {
        Set<Page.Rule> sources = new LinkedHashSet<>();
        Designs.sources().forEach(one -> sources.add(new Page.Rule("", "", one.title(), one.url())));
        ModelNumbers.brands().forEach(one -> sources.add(new Page.Rule("", "", one.source(), one.url())));
        CloudTypes.all().forEach(one -> sources.add(new Page.Rule("", "", one.source(), one.url())));
        return List.copyOf(sources);
    }

    /** Returns the list at the top of docs/costs.md, which bench/costs.py computes. */
    private static List<String> costs() {
        String text = Resource.text("/page/docs/costs.md");
        int start = text.indexOf("\n- ");
        return Stream.of(text.substring(start, text.indexOf("\n\n", start)).split("\n- ")).skip(1)
            .map(point -> point.replaceAll("\\s+", " ")).toList();
    }

    private static String hash(String text) {
        String digest = Digest.sha256(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(digest));
    }
}
