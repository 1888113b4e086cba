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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.tearline.plan.Placement;
import org.tearline.promise.Guarantees;
import org.tearline.report.merged.Merge;
import org.tearline.report.merged.MergedCpu;

/** The one self-contained page: works from a disk, without a network, and is readable with scripts off. Any thread. */
public final class HtmlPage {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    private HtmlPage() {
    }

    /** The page of all results. */
    public static String text(Merge merge, Guarantees guarantees) {
        return text(merge, guarantees, false);
    }

    static String text(Merge merge, Guarantees guarantees, boolean single) {
        List<MergedCpu> cpus = merge.cpus();
        String style = resource("page.css");
        String script = resource("page.js");
        String policy = "default-src 'none'; script-src 'sha256-" + hash(script) + "'; style-src 'sha256-"
            + hash(style) + "'; base-uri 'none'; form-action 'none'";
        Page page = new Page(single, policy, style, script, PageData.text(guarantees, cpus), headline(cpus),
            Matrix.TITLES,
            Matrix.rows(guarantees, cpus, false), Matrix.rows(guarantees, cpus, true),
            Contradiction.of(guarantees, cpus), cpus.stream().map(cpu -> CpuViews.of(guarantees, cpu, single)).toList(),
            guarantees.javaRules(), guarantees.observations(), merge.files());
        StringOutput out = new StringOutput();
        TEMPLATES.render("page.jte", page, out);
        return out.toString();
    }

    /** What somebody wants to know who has never heard of all this. */
    private static List<String> headline(List<MergedCpu> all) {
        List<MergedCpu> cpus = all.stream().filter(cpu -> !cpu.model().emulated()).toList();
        List<String> sentences = new ArrayList<>();
        sentences.add(counted(cpus, List.of(Placement.CROSSES_LINE, Placement.CROSSES_PAGE),
            "across two cache lines or pages"));
        sentences.add(counted(cpus, List.of(Placement.WITHIN_16, Placement.WITHIN_32, Placement.WITHIN_64,
            Placement.WITHIN_LINE), "misaligned but inside one line"));
        sentences.add(counted(cpus, List.of(Placement.ALIGNED), "aligned"));
        return sentences;
    }

    private static String counted(List<MergedCpu> cpus, List<Placement> placements, String where) {
        long tried = cpus.stream().filter(cpu -> any(cpu, placements, false)).count();
        long tore = cpus.stream().filter(cpu -> any(cpu, placements, true)).count();
        return where + ": seen torn on " + tore + " of " + tried + (tried == 1 ? " CPU model" : " CPU models");
    }

    private static boolean any(MergedCpu cpu, List<Placement> placements, boolean torn) {
        return cpu.pairs().stream().filter(pair -> !pair.pair().pieces()).flatMap(pair -> pair.cells().stream())
            .anyMatch(cell -> placements.contains(cell.placement()) && cell.votes() > 0 && (!torn || cell.tore()));
    }

    private static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream("/report/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
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
