// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCpu;
import org.tearline.promise.Guarantees;

/** The one self-contained page: works from a disk, without a network, and is readable with scripts off. Thread-safe. */
public final class HtmlPage {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    /** Parts of one script, each of which is whole, in the order in which they use each other. */
    static final List<String> SCRIPTS = List.of("data.js", "search.js", "experiment.js", "map.js", "ruler.js",
        "overview.js", "compare.js", "main.js");

    /** The first line of a source; a page of results has no use for it. */
    private static final Pattern LICENCE_LINE = Pattern.compile("^(?://|/\\*) SPDX-License-Identifier: .*\n");

    private HtmlPage() {
    }

    /** Returns the page of all results. */
    public static String text(Merge merge, Guarantees guarantees) {
        return text(merge, guarantees, false);
    }

    static String text(Merge merge, Guarantees guarantees, boolean single) {
        return text(merge, guarantees, single, single ? null : Addresses.load(), List.of());
    }

    /** Returns the page with the addresses and the files of the data set that it links to. */
    static String text(Merge merge, Guarantees guarantees, boolean single, Addresses addresses, List<String> dataSet) {
        List<MergedCpu> cpus = merge.cpus();
        String style = resource("page.css");
        String script = SCRIPTS.stream().map(HtmlPage::resource).collect(Collectors.joining("\n",
            "(() => {\n'use strict';\n", "})();\n"));
        String policy = "default-src 'none'; script-src 'sha256-" + hash(script) + "'; style-src 'sha256-"
            + hash(style) + "'; img-src data:; base-uri 'none'; form-action 'none'";
        List<CpuView> views = cpus.stream().map(cpu -> CpuViews.of(guarantees, cpu, merge.jcstress(), single)).toList();
        Overview overview = Overviews.of(guarantees, cpus);
        Page page = new Page(single, policy, style, script, PageData.text(guarantees, merge, overview, single),
            cpus.stream().map(Answer::of).toList(), overview,
            Contradiction.of(guarantees, cpus), Contradiction.unconfirmed(guarantees, cpus), views,
            guarantees.families().stream().map(family -> new Page.Family(Overviews.anchor(family), family.name(),
                CpuViews.rules(guarantees, family.traits(), List.of(Long.BYTES)))).toList(),
            guarantees.javaRules(), guarantees.observations(), views.stream().flatMap(view -> view.plots().stream())
            .map(RatePlot::grid).distinct().toList(), ModelNumbers.brands().stream()
            .map(brand -> new Page.Numbers(brand.brand(), brand.source(), brand.url())).toList(), files(merge),
            addresses, dataSet);
        StringOutput out = new StringOutput();
        TEMPLATES.render("page.jte", page, out);
        return out.toString();
    }

    private static String files(Merge merge) {
        return "From " + merge.files() + (merge.files() == 1 ? " result file." : " result files.");
    }

    static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream("/report/" + name)) {
            return LICENCE_LINE.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8)).replaceFirst("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
