// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign;
import org.tearline.file.AtomicFile;
import org.tearline.file.ResultFile;
import org.tearline.page.Answer.Verdict;
import org.tearline.page.Page.Addresses;
import org.tearline.promise.Guarantees;
import org.tearline.trial.AccessPair;
import org.tearline.trial.AccessPair.Kind;
import org.tearline.trial.Api;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Granule;

/** Renders the results as a self-contained page that works offline and is readable without scripts. Thread-safe. */
public final class HtmlPage {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);
    /** In the order in which they use each other. */
    static final List<String> SCRIPTS = List.of("spelling.js", "search.js", "query.js", "symptoms.js", "suggest.js",
        "api.js", "page.js");
    private static final int USUAL_OFFSET = 60;
    private static final int EXAMPLES = 8;

    private HtmlPage() {
    }

    /** Returns the page for all results. */
    public static String text(Archive archive, Guarantees guarantees) {
        return text(archive, guarantees, false, Addresses.load(), List.of());
    }

    /**
     * Returns the HTML of the page.
     *
     * @param single  whether this is the page for one run
     * @param dataSet names of the files in the data folder that the page links to
     */
    static String text(Archive archive, Guarantees guarantees, boolean single, Addresses addresses,
                       List<String> dataSet) {
        List<CpuDesign> designs = archive.designs();
        List<Subject> cpus = Subject.all(guarantees, designs);
        Answers answers = new Answers(guarantees, cpus);
        Subject first = cpus.stream().filter(cpu -> cpu.known() && !cpu.measured().emulated())
            .min(Comparator.comparing(Subject::isProjects).reversed().thenComparing(HtmlPage::cut)
                .thenComparing(Subject::id)).orElse(cpus.get(0));
        int offset = cut(first) < first.geometry().lineBytes() ? cut(first) - Long.BYTES / 2 : USUAL_OFFSET;
        String style = Resource.text("/page/page.css");
        String script = SCRIPTS.stream().map(name -> Resource.text("/page/" + name)).collect(Collectors.joining("\n",
            "(() => {\n'use strict';\n", "})();\n"));
        String policy = "default-src 'none'; script-src 'sha256-" + hash(script) + "'; style-src 'sha256-"
            + hash(style) + "'; img-src data:; base-uri 'none'; form-action 'none'";
        List<Page.Place> examples = Stream.concat(Stream.of(first), cpus.stream().filter(cpu -> cpu.known()
            && cpu != first)).limit(EXAMPLES).map(cpu -> place(answers, cpu, offset)).toList();
        List<Evidence> evidence = designs.stream().map(Evidence::of).toList();
        Page page = new Page(single, policy, style, script,
            new PageData(answers, guarantees).text(cpus, first.id(), offset), examples.get(0), examples,
            Row.measured(guarantees, archive, false), Row.measured(guarantees, archive, true), Row.promised(guarantees),
            evidence.stream().filter(one -> !one.files().isEmpty()).toList(),
            evidence.stream().flatMap(one -> one.claims().stream()).toList(), rules(guarantees), sources(),
            Topic.all(designs), costs(), basis(archive), addresses, dataSet);
        StringOutput out = new StringOutput();
        TEMPLATES.render("page.jte", page, out);
        return out.toString();
    }

    private static String basis(Archive archive) {
        int deciding = archive.deciding();
        int others = archive.files() - deciding;
        String basis = "Based on " + deciding + (deciding == 1 ? " result file." : " result files.");
        return others == 0 ? basis : basis + " " + Words.count(others) + " more decide no number.";
    }

    /**
     * Writes the page for one run beside its result: result.html for result.json.
     *
     * @return the path of the page
     */
    public static Path write(ResultFile file, Path result) throws IOException {
        String name = result.getFileName().toString();
        Path target = result.resolveSibling(name.replaceFirst("\\.json$", "") + ".html");
        AtomicFile.write(text(Archive.of(file, name), Guarantees.load(), true, null, List.of()), target);
        return target;
    }

    /** Returns a page that redirects to an answer, with the title and picture for link previews. */
    static String shared(Subject cpu, Verdict verdict, Addresses addresses) {
        StringOutput out = new StringOutput();
        TEMPLATES.render("share.jte", Map.of("title", verdict.words() + ": " + cpu.name() + " – Tearline", "id",
            cpu.id(), "picture", addresses.picture(verdict)), out);
        return out.toString();
    }

    private static int cut(Subject cpu) {
        return cpu.known() ? Row.either(cpu.measured().granules(), Kind.STORE).atMost() : Granule.UNKNOWN_MOST;
    }

    private static Page.Place place(Answers answers, Subject cpu, int offset) {
        AccessPair pair = AccessPair.of(WriteMode.ORDERED, ReadMode.VOLATILE, Width.LONG, Tier.C2, cpu.architecture());
        Answer answer = answers.at(cpu, pair, Width.LONG, offset);
        return new Page.Place(cpu.id(), cpu.name(), offset, cpu.geometry().lineBytes(), answer,
            JavaLine.of(Api.UNSAFE, WriteMode.ORDERED));
    }

    private static List<Page.Rule> rules(Guarantees guarantees) {
        List<Page.Rule> rules = new ArrayList<>();
        guarantees.rules().forEach(rule -> rules.add(new Page.Rule(rule.id(), rule.appliesTo()
            + ": " + rule.sentence(), rule.source(), rule.sources().isEmpty() ? "" : rule.sources().get(0).url())));
        guarantees.observations().forEach(seen -> rules.add(
            new Page.Rule(seen.id(), seen.cpu() + ": " + seen.observed() + " (" + seen.by() + ")", seen.source(),
                seen.url())));
        return rules;
    }

    /** Returns the sources of CPU names and instance types. */
    private static List<Page.Rule> sources() {
        return Stream.of(Designs.sources().stream().map(one -> new Page.Rule("", "", one.title(), one.url())),
            ModelNumbers.brands().stream().map(one -> new Page.Rule("", "", one.source(), one.url())),
            CloudTypes.all().stream().map(one -> new Page.Rule("", "", one.source(), one.url())))
            .flatMap(some -> some).distinct().toList();
    }

    /** Returns the list at the top of docs/costs.md, which bench/costs.py computes. */
    private static List<String> costs() {
        String text = Resource.text("/page/docs/costs.md");
        int start = text.indexOf("\n- ");
        return Stream.of(text.substring(start, text.indexOf("\n\n", start)).split("\n- ")).skip(1)
            .map(point -> point.replaceAll("\\s+", " ")).toList();
    }

    private static String hash(String text) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256")
                .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }
}
