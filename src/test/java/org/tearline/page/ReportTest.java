// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.archive.Archive;
import org.tearline.archive.FileBatch;
import org.tearline.archive.KnownGranules;
import org.tearline.archive.PublishedLists;
import org.tearline.archive.Submitter;
import org.tearline.archive.Submitters;
import org.tearline.file.Addresses;
import org.tearline.file.Copy;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.UnreadableFile;
import org.tearline.machine.CpuModel;
import org.tearline.report.Markdown;
import org.tearline.trial.AccessRule;
import org.tearline.trial.Api;
import org.tearline.trial.Instructions;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Verdict;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests reports on published and synthetic results. */
class ReportTest {
    private static final Path RESULTS = Path.of("reports/results");
    private static final int MOST_BYTES = 480 * 1024;
    private static final int MOST_GZIPPED_BYTES = 100 * 1024;
    /** Each file is parsed once, since most tests need all of them. */
    private static final Map<Path, ResultFile> READ = new ConcurrentHashMap<>();
    private static Archive published;
    private static String page;

    /** Later tests in this JVM collect the heap many times. */
    @AfterAll
    static void forget() {
        READ.clear();
        page = null;
    }

    @Test
    void shouldNotDependOnTheOrderOfFiles() throws IOException {
        String page = page();
        Archive shuffled = inOrder(1);
        assertThat(HtmlPage.text(shuffled)).isEqualTo(page);
        assertThat(page.length()).isLessThan(MOST_BYTES);
        assertThat(gzipped(page)).isLessThan(MOST_GZIPPED_BYTES);
    }

    private static int gzipped(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.size();
    }

    @Test
    void shouldGiveTheScriptTheRulesOfEveryApi() throws IOException {
        JsonNode data = data(page());
        for (Width width : Width.values()) {
            for (Api api : width.isVector() ? List.of(Api.VECTOR) : List.of(Api.values())) {
                int modes = 0;
                for (WriteMode write : writes(width)) {
                    for (ReadMode read : reads(width)) {
                        assertSame(AccessRule.of(api, write, read, width, false, 25), data, width + " " + api, modes++);
                    }
                }
            }
        }
    }

    /** The data of the page's script must match the answers at every boundary, which are the same for every API. */
    @Test
    void shouldGiveTheScriptTheSameAnswers() throws IOException {
        List<Subject> cpus = Subject.all(published().designs());
        CardTexts cards = new CardTexts(cpus);
        JsonNode data = data(page());
        List<List<Integer>> bases = sums(data.path("bases"));
        List<List<Integer>> answers = sums(data.path("rows"));
        for (Subject cpu : cpus.subList(0, 3)) {
            int number = cpus.indexOf(cpu);
            List<List<Integer>> instructions = sums(data.at("/instructions/" + data.at("/cpus/arch/" + number)));
            List<Integer> rows = bases.get(data.path("cpus").path("basis").get(number).asInt());
            for (Width width : Width.values()) {
                int modes = 0;
                for (WriteMode write : writes(width)) {
                    for (ReadMode read : reads(width)) {
                        int row = rows.get(instructions.get(width.ordinal()).get(modes++));
                        Instructions access = Instructions.of(write, read, width, cpu.architecture());
                        assertSame(cpu, access, cards, answers.get(row), data);
                    }
                }
            }
        }
    }

    private static List<WriteMode> writes(Width width) {
        return width.isVector() ? List.of(WriteMode.PLAIN) : PageData.WRITES;
    }

    private static List<ReadMode> reads(Width width) {
        return width.isVector() ? List.of(ReadMode.PLAIN) : PageData.READS;
    }

    private static void assertSame(AccessRule way, JsonNode data, String access, int modes) {
        JsonNode list = data.path("lists").get(data.path("accesses").path(access).asInt());
        assertThat(JsonMapper.shared().treeToValue(data.path("ways").get(list.get(modes).asInt()), AccessRule.class))
            .isEqualTo(way);
    }

    /** Returns rows of numbers from their steps. */
    private static List<List<Integer>> sums(JsonNode rows) {
        List<List<Integer>> sums = new ArrayList<>();
        int sum = 0;
        for (JsonNode steps : rows) {
            List<Integer> row = new ArrayList<>();
            for (JsonNode step : steps) {
                sum += step.asInt();
                row.add(sum);
            }
            sum = row.get(0);
            sums.add(row);
        }
        return sums;
    }

    private static void assertSame(Subject cpu, Instructions access, CardTexts cards, List<Integer> row,
                                   JsonNode data) {
        for (int offset : offsets()) {
            int boundary = cpu.geometry().boundary(offset, access.width());
            int at = offset % access.width().bytes() == 0 ? 0
                : Integer.numberOfTrailingZeros(boundary / access.width().bytes()) + 1;
            int number = row.get(Math.min(at, row.size() - 1));
            JsonNode parts = data.path("answers");
            CardText card = cards.at(cpu, access, offset);
            assertThat(Verdict.values()[parts.path("rank").get(number).asInt()]).as("%s %s %d", cpu.id(), access,
                offset).isEqualTo(card.verdict());
            assertThat(data.path("texts").get(parts.path("why").get(number).asInt()).asString()).isEqualTo(card.why());
        }
    }

    private static List<Integer> offsets() {
        return List.of(0, 1, 3, 4, 12, 24, 25, 28, 31, 32, 57, 60, 63, 92, 124, 4089, 4092, 4095);
    }

    @Test
    void shouldBeReadableWithoutScripts() throws IOException {
        assertThat(body(page())).contains("YES, IT TEARS", "Zen 4", "Bytes 28 to 35 cross the boundary at 32",
            "putLongRelease", "Emerald Rapids", "32 bytes", "promised in blocks of 8 bytes",
            "results/x86_64/authenticamd-19-11-01/");
    }

    private static String body(String page) {
        return page.replaceAll("(?s)<(script|style).*?</\\1>", "");
    }

    @Test
    void shouldHaveOneRowForEachDesign() throws IOException {
        assertThat(Markdown.text(published())).contains(
            "| Zen 4 | 32 bytes | 64 bytes | whole everywhere tried | 8 bytes (A1) | 4 | 1 | ",
            "| Zen 5 | 64 bytes | 64 bytes | whole everywhere tried | 8 bytes (A1) | 6 | 1 | ",
            "| Emerald Rapids | 64 bytes | 64 bytes | whole everywhere tried | 64 bytes (I5, I8) | 4 | 1 | ");
        String readme = "a\n<!-- tester report --readme: granules -->\nold\n"
            + "<!-- tester report --readme: end of granules -->\nb\n";
        assertThat(Markdown.withTables(readme, published())).startsWith("a\n").endsWith(" -->\nb\n")
            .contains("| Zen 4 | 32 bytes | 64 bytes | whole everywhere tried | 8 bytes (A1) | 4 |\n")
            .doesNotContain("old");
        String results = "guards halves vectors sizes".replaceAll("\\w+", "<!-- tester report --readme: $0 -->\n"
            + "<!-- tester report --readme: end of $0 -->\n");
        assertThat(Markdown.withTables(results, published())).contains(
            "| Emerald Rapids | `agree`: until two reads agree | **torn** ",
            "| Emerald Rapids | `seqlock`, on both sides | none in ",
            "| Masked Intel 06-a7 | long alone | 4,368 of 4,368, otherwise below 1 in 1,400 | 728 of 728, otherwise"
                + " below 1 in 240 |\n", "| Zen 5 | 16 bytes | store | none in 1.5 million | ",
            "| Emerald Rapids | 25 | `FencedInts` | none in ",
            "| Emerald Rapids | 17 | `PlainInts` | **5,488** of 521,226 | ",
            "| Emerald Rapids | 25 | `PlainInts` | **1,632** of 1.2 million | ");
        assertThatThrownBy(() -> Markdown.withTables("nothing", published()))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(Markdown.withPart(Markdown.withPart("# Mine\n", "old\n") + "After.\n", "new\n"))
            .startsWith("# Mine\n").contains("\nnew\n").endsWith("After.\n").doesNotContain("old");
    }

    /** After a change to results, tables or page, {@code tester report} writes these files anew. */
    @Test
    void shouldEqualTheCommittedReports() throws IOException {
        assertCommitted("reports/index.html", page());
        assertCommitted("reports/granules.json", KnownGranules.of(published()).json());
        assertCommitted("reports/README.md", Markdown.withPart(Files.readString(Path.of("reports/README.md")),
            Markdown.text(published())));
        List<Path> documents = marked();
        assertThat(documents).hasSizeGreaterThan(4);
        for (Path document : documents) {
            assertCommitted(document.toString(), Markdown.withTables(Files.readString(document), published()));
        }
    }

    /** Returns the documents with generated parts. */
    private static List<Path> marked() throws IOException {
        List<Path> marked = new ArrayList<>();
        try (Stream<Path> files = Stream.concat(Stream.of(Path.of("README.md")), Files.walk(Path.of("docs")))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".md")).toList()) {
                if (Files.readString(file).matches("(?s).*<!-- (tester report --readme|fact): .*")) {
                    marked.add(file);
                }
            }
        }
        return marked;
    }

    /** Does not print the texts, which are long. */
    private static void assertCommitted(String file, String generated) throws IOException {
        assertThat(Files.readString(Path.of(file)).equals(generated)).as(file + " is up to date").isTrue();
    }

    /** A single submitter's claim must be listed but must not change any row. */
    @Test
    void shouldListAClaim() throws IOException {
        Archive archive = publishedIf(design -> design.startsWith("Zen 4"));
        String before = rows(HtmlPage.text(archive));
        Submitter ann = new Submitter("ann");
        archive.add("mine.json", ann, Runs.run(Runs.zen4(), false, null, 1, Runs.MANY, 0L, 9L, 700L, 20L));
        archive.add("other.json", ann, Runs.run(Runs.skylake(), false, null, 2, Runs.MANY, 0L, 0L, 7L, 7L));
        archive.add("third.json", ann, Runs.run(Runs.skylake(), true, null, 3, Runs.MANY, 0L, 0L, 7L, 7L));
        String page = HtmlPage.text(archive);

        assertThat(rows(page)).isEqualTo(before);
        assertThat(page).contains("Not confirmed", "<td>ann", "no confirmed numbers",
            ">Skylake (x86_64)<", ">Skylake (x86_64, emulated)<");
        assertThat(Markdown.text(archive)).contains("Not confirmed", "| Skylake (x86\\_64) | ann |",
            "| Skylake (x86\\_64, emulated) | ann |");
    }

    /** Two accounts must not open the page, nor be found under the numbers of a CPU that the project measured. */
    @Test
    void shouldKeepACpuOfTheProjectFirst() throws IOException {
        Archive archive = publishedIf(design -> design.startsWith("Zen 4"));
        JsonNode before = data(HtmlPage.text(archive));
        CpuModel shadow = Copy.of(Runs.zen4(), "key", "acme-19-11-01", "vendor", "Acme", "model", 0x11, "stepping", 1);
        for (String handle : List.of("alice", "bob")) {
            archive.add(handle, new Submitter(handle), Runs.run(shadow, false, null, handle.length(), Runs.MANY, 0L, 9L,
                9L, 9L));
        }
        JsonNode after = data(HtmlPage.text(archive));

        assertThat(after.path("start")).isEqualTo(before.path("start"));
        JsonNode cpus = after.path("cpus");
        assertThat(cpus.path("name").size()).isEqualTo(before.path("cpus").path("name").size() + 1);
        assertThat(IntStream.range(0, cpus.path("name").size())
            .filter(i -> cpus.path("names").get(i).toString().contains("-19-11-01\""))
            .mapToObj(i -> cpus.path("name").get(i).asString())).containsExactly("Zen 4");
    }

    private static JsonNode data(String page) {
        int start = page.indexOf("id=\"data\">") + "id=\"data\">".length();
        return JsonMapper.shared().readTree(page.substring(start, page.indexOf("</script>", start)));
    }

    private static String rows(String page) {
        return page.substring(page.indexOf("<h2 id=\"cpush\">"), page.indexOf("<details id=\"ev"));
    }

    @Test
    void shouldEscapeHostileStrings() {
        Archive archive = Archive.of(Runs.run(Runs.hostile(), false, Runs.HOSTILE, 1, Runs.MANY, 0L, 9L, 9L, 9L),
            "x.json");
        String html = HtmlPage.text(archive);
        int data = html.indexOf("id=\"data\">");

        assertThat(html.replaceAll("[a-z-]+=\"[^\"]*\"", "")).doesNotContain("<img", "<script>alert");
        assertThat(html.substring(data, html.indexOf("</script>", data))).doesNotContain("<img", "\u2028");
        assertThat(Markdown.text(archive)).doesNotContain("<img", "<script");
    }

    @Test
    void shouldReportAnEmptyArchive() {
        assertThat(Markdown.text(new Archive())).startsWith("No confirmed results yet.");
        assertThat(HtmlPage.text(new Archive())).contains("No results yet.");
    }

    @Test
    void shouldNameTheNearestCpuWithoutScripts() {
        Archive archive = new Archive();
        CpuModel zen3 = Copy.of(Runs.zen4(), "model", 0x21).withComputedKey();
        archive.add("3.json", Submitter.PROJECT, Runs.run(zen3, false, null, 1, 9, 0L, 0L, 0L, 0L));
        archive.add("4.json", Submitter.PROJECT, Runs.run(Runs.zen4(), false, null, 2, 9, 0L, 0L, 0L, 0L));

        assertThat(body(HtmlPage.text(archive))).contains("CPU by lineage, Zen 4, has no clear result")
            .doesNotContain("{nearest}");
    }

    @Test
    void shouldWriteThePageOfARunBesideItsResult(@TempDir Path folder) throws IOException {
        Path result = folder.resolve("mine.json");

        assertThat(HtmlPage.beside(result)).hasFileName("mine.html");
        assertThat(HtmlPage.of(Runs.run(Runs.zen4(), false, null, 1, Runs.MANY, 0L, 0L, 7L, 7L), result))
            .contains("tear on this machine?", "Zen 4").doesNotContain("href=\"results/");
    }

    @Test
    void shouldPrintAddressesOnlyIfTheBuildSetsThem() {
        Addresses addresses = new Addresses("https://forge.example/them/it", "https://site.example/it");

        assertThat(HtmlPage.text(Page.of(new Archive(), false, addresses, List.of()))).contains(
            "<meta property=\"og:image\" content=\"https://site.example/it/preview-",
            "https://forge.example/them/it/issues/new?template=result.yml");
        assertThat(HtmlPage.text(Page.of(new Archive(), false, null, List.of()))).doesNotContain("og:", "canonical");
        assertThat(Addresses.of("https://forge.example/it/", "${site.url}")).isNull();
    }

    @Test
    void shouldWriteAPreviewForEveryVerdictOfMeasuredCpus(@TempDir Path folder) throws IOException {
        HtmlPage.writePreviews(published(),
            new Addresses("https://forge.example/it", "https://site.example/it"), folder);

        assertThat(files(folder)).contains("preview-torn.png", "preview-promised.png", "share/zen-4-torn.html",
            "share/zen-5-not-seen.html", "share/emerald-rapids-promised.html")
            .doesNotContain("share/zen-2-torn.html");
        assertThat(folder.resolve("share/zen-4-torn.html")).content().contains("YES, IT TEARS: Zen 4",
            "https://site.example/it/preview-torn.png", "../#cpu=zen-4");
    }

    /** Returns an archive of the published files, to which nobody may add. */
    static synchronized Archive published() throws IOException {
        if (published == null) {
            published = inOrder(0);
        }
        return published;
    }

    /** Returns the page of the published files. */
    private static synchronized String page() throws IOException {
        if (page == null) {
            page = HtmlPage.text(published());
        }
        return page;
    }

    private static Archive inOrder(long seed) throws IOException {
        List<Path> paths = new ArrayList<>(FileBatch.below(RESULTS));
        Collections.shuffle(paths, new Random(seed));
        return archive(paths);
    }

    /** Returns an archive of the published files of some designs. */
    static Archive publishedIf(Predicate<String> design) throws IOException {
        return archive(published().designs().stream().filter(one -> design.test(one.name()))
            .flatMap(one -> one.files().stream()).map(file -> RESULTS.resolve(file.path())).toList());
    }

    private static Archive archive(List<Path> paths) throws IOException {
        Submitters submitters = PublishedLists.beside(RESULTS).submitters();
        Archive archive = new Archive();
        for (Path path : paths) {
            ResultFile file = READ.computeIfAbsent(path, ReportTest::read);
            archive.add(RESULTS.relativize(path).toString(), submitters.of(file.digest()), file);
        }
        return archive;
    }

    private static ResultFile read(Path path) {
        try {
            return ResultText.read(path);
        } catch (IOException | UnreadableFile e) {
            throw new AssertionError(path.toString(), e);
        }
    }

    private static List<String> files(Path site) throws IOException {
        try (Stream<Path> all = Files.walk(site)) {
            return all.filter(Files::isRegularFile).map(file -> site.relativize(file).toString()).sorted().toList();
        }
    }
}
