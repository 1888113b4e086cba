// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Golden;
import org.tearline.merge.Merge;
import org.tearline.plan.WriteMode;
import org.tearline.platform.CpuFeature;
import org.tearline.promise.Guarantees;
import org.tearline.published.Kind;

class GoldenTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final Guarantees GUARANTEES = Guarantees.load();

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "tr-TR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva"})
    void shouldWriteTheSameBytesInEveryLocale(String locale) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));

        Golden.check(FOLDER.resolve("report.md"), Markdown.into("", Markdown.text(merge(), GUARANTEES)));
        Golden.check(FOLDER.resolve("report.html"), withoutSources(HtmlPage.text(merge(), GUARANTEES)));
        Golden.check(FOLDER.resolve("report.csv"), CellTable.csv(merge(), GUARANTEES));
        Golden.abortIfWritten();
    }

    @Test
    void shouldShowATearAgainstAPromiseAsDisputedBesideThePromise() {
        String html = HtmlPage.text(merge(), GUARANTEES);

        assertThat(html).contains("Against a promise</strong>", "promised atomic (I8), mixed: torn",
            "promised whole (I8)");
        assertThat(html.indexOf("Against a promise")).isGreaterThan(html.indexOf("id=\"overview\""));
        assertThat(Markdown.text(merge(), GUARANTEES)).contains("Against a promise: Intel", "; promised whole (I8)")
            .doesNotContain("CONTRADICT");
        assertThat(CellTable.json(merge(), GUARANTEES)).contains("\"contradiction\":true");
    }

    @Test
    void shouldNotCallATearContradictionWhereNothingIsPromisedOrWhereItIsEmulated() {
        Merge merge = Runs.merged(Runs.run(Runs.zen4(), false, null, 1, Runs.MANY, 0L, 9L, 9L, 9L),
            Runs.run(Runs.skylake(), true, null, 2, Runs.MANY, 0L, 9L, 9L, 9L));

        assertThat(Contradiction.of(GUARANTEES, merge.cpus())).isEmpty();
        assertThat(HtmlPage.text(merge, GUARANTEES)).doesNotContain("Against a promise</strong>");
    }

    @Test
    void shouldSayEachPromiseInASentenceAndLinkItsSource() {
        String html = HtmlPage.text(merge(), GUARANTEES);

        assertThat(html).contains("A misaligned load or store of 8 bytes is not guaranteed to be atomic",
            "<a href=\"https://www.amd.com/", "<a href=\"https://docs.oracle.com/",
            "no rule found X4");
        assertThat(html.replaceFirst("(?s)<style>.*</style>", "")).doesNotContain("target=", "onclick");
    }

    @Test
    void shouldTellArmWithLse2FromArmWithout() {
        assertThat(armPage(List.of(CpuFeature.USCAT))).contains("atomic R5, R14");
        assertThat(armPage(List.of())).contains(
            "faults: write not guaranteed (R2); read faults (R12)");
        assertThat(armPage(null)).contains("depends on LSE2 (uscat), not recorded",
            "atomic R1, R1b");
    }

    private static String armPage(List<CpuFeature> features) {
        return HtmlPage.text(Runs.merged(Runs.on("aarch64", Runs.run(Runs.neoverse(features), false, null, 1, Runs.MANY,
            0L, 0L, 0L, 0L))), GUARANTEES);
    }

    @Test
    void shouldKeepHostileStringsText() {
        Merge merge = Runs.merged(Runs.run(Runs.hostile(), false, Runs.HOSTILE, 1, Runs.MANY, 0L, 9L, 9L, 9L));
        String html = HtmlPage.text(merge, GUARANTEES);
        int data = html.indexOf("id=\"data\">");

        assertThat(html.replaceAll("[a-z-]+=\"[^\"]*\"", "")).doesNotContain("<img", "<script>alert");
        assertThat(html.substring(data, html.indexOf("</script>", data))).contains("\\u003cimg")
            .doesNotContain("<", "&", "\u2028");
        assertThat(Markdown.text(merge, GUARANTEES)).doesNotContain("<img", "<script");
        assertThat(Markdown.text(merge, GUARANTEES).lines().filter(line -> line.contains("onerror")))
            .allMatch(line -> line.replaceAll("\\\\.", "").chars().filter(c -> c == '|').count() == 14);
    }

    @Test
    void shouldLeaveARunsOwnPageBesideItsResult(@TempDir Path folder) throws IOException {
        Path page = RunPage.write(Runs.run(Runs.zen4(), false, null, 1, Runs.MANY, 0L, 0L, 7L, 7L),
            folder.resolve("mine.json"));

        assertThat(page).hasFileName("mine.html").content().contains("Does a misaligned long tear on this machine?",
            "across a line every pair tried tears unless both lock", "torn 1 in 1 million")
                .doesNotContain("href=\"results/");
        assertThat(folder).isDirectoryNotContaining(file -> file.getFileName().toString().endsWith(".tmp"));
    }

    @Test
    void shouldReplaceOnlyTheGeneratedPartOfAReadme() {
        String first = Markdown.into("# Mine\n\nWords.\n", "old\n");

        assertThat(Markdown.into(first + "After.\n", "new\n")).startsWith("# Mine\n\nWords.\n").contains("\nnew\n")
            .endsWith("After.\n").doesNotContain("old");
    }

    @Test
    void shouldTakeNothingForNothing() {
        assertThat(Markdown.text(new Merge(), GUARANTEES)).startsWith("No results yet.");
        assertThat(HtmlPage.text(new Merge(), GUARANTEES)).contains("No results yet.");
        assertThat(CellTable.json(new Merge(), GUARANTEES)).isEqualTo("[\n]\n");
    }

    static Merge merge() {
        Merge merge = new Merge();
        merge.add("x86_64/a.json", Runs.run(Runs.zen4(), false, "ann", 1, Runs.MANY, 0L, 0L, 700L, 20L));
        merge.add("x86_64/b.json", Runs.run(Runs.zen4(), false, null, 2, Runs.MANY, 0L, 0L, 0L, 20L));
        merge.add("x86_64/c.json", Runs.run(Runs.skylake(), false, "ann", 3, 600_000, 0L, 5L, 700L, 20L));
        merge.add("x86_64/g.json", Runs.run(Runs.skylake(), false, "bob", 7, 600_000, 0L, 25L, 700L, 20L));
        merge.add("x86_64/d.json", Runs.run(Runs.zen4(), true, null, 4, Runs.MANY, 0L, 9L, 9L, 9L));
        merge.add("x86_64/e.json", Runs.run(Runs.hostile(), false, Runs.HOSTILE, 5, 20, 0L, 0L, 0L, 0L));
        merge.add("x86_64/f.json", Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 6, List.of(Runs.series(
            WriteMode.CAS, Runs.MANY, List.of(0L, 0L, 1L, 0L)))));
        merge.add("x86_64/h.json", Runs.jcstress(Runs.zen4(), 8));
        return merge;
    }

    /** Style and script are sources of their own; here they would only make every change of theirs one of this. */
    private static String withoutSources(String html) {
        return html.replaceFirst("(?s)<style>.*</style>", "<style></style>")
            .replaceFirst("(?s)<script>.*</script>", "<script></script>").replaceAll("sha256-[^']*'", "sha256-'");
    }
}
