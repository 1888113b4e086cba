// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.tearline.verdict.Verdict;

/**
 * The contents of the page's template.
 *
 * @param single     whether this is the page for one run
 * @param policy     the content security policy, which allows only this script and this style
 * @param data       the script's data, as JSON that is safe inside a script element
 * @param card       the initial answer
 * @param elsewhere  the initial answer, and those for the same offset on other measured CPUs
 * @param unmeasured the promises for families of CPUs
 * @param sources    the sources of CPU names and instance types
 * @param costs      the summary of docs/costs.md
 * @param files      the number of files, as a sentence
 * @param addresses  where the project and the page are published; null if unknown
 * @param dataSet    names of the files in the data folder beside the page
 */
public record Page(boolean single, String policy, String style, String script, String data, Place card,
                   List<Place> elsewhere, List<Row> rows, List<Row> emulated, List<Row> unmeasured,
                   List<Evidence> evidence, List<Evidence.Said> claims, List<Rule> rules, List<Rule> sources,
                   List<Section> sections, List<String> costs, String files, Addresses addresses,
                   List<String> dataSet) {

    /** Returns the URL of the document with a section's details; null if {@link #docs} is. */
    public String see(Section section) {
        String docs = docs();
        return docs == null ? null : section.url(docs);
    }

    /** Returns the URL of the docs folder. Without the project's address, it is relative, or null for one run. */
    public String docs() {
        if (addresses != null) {
            return addresses.docs();
        }
        return single ? null : "../docs";
    }

    /** The answer for a long at an offset, with ordered writes and volatile reads. */
    public record Place(String id, String name, String nearest, int offset, int lineBytes, Answer answer,
                        String javaLine) {
        /** Fills in the placeholders in one of the answer's texts, as page.js does. */
        public String filled(String text) {
            int last = offset + Long.BYTES - 1;
            // The highest bit in which the first and last byte differ. AND with -n rounds down to a multiple of n.
            int boundary = Integer.highestOneBit(offset ^ last);
            return text.replace("{cpu}", name).replace("{nearest}", nearest)
                .replace("{from}", String.valueOf(offset))
                .replace("{to}", String.valueOf(last))
                .replace("{edge}", String.valueOf(last & -boundary))
                .replace("{next}", String.valueOf(last & -Long.BYTES));
        }

        /** Returns the Java line for the next aligned address. */
        public String java() {
            return javaLine.replace("ADDRESS", "base + " + filled("{next}"));
        }
    }

    /** A vendor's promise, a report by others, or a source of names, as listed on the page. */
    public record Rule(String id, String words, String source, String url) {
    }

    /**
     * Where the project and its page are published, from two properties of the build.
     *
     * @param forge the URL of the repository, without a trailing slash
     * @param site  the URL of the page's folder, without a trailing slash
     */
    public record Addresses(String forge, String site) {
        private static final String FILE = "/page/addresses.properties";
        private static final String FORM = "/issues/new?template=result.yml";

        /** Returns the addresses of this build, or null if the build does not set them. */
        static Addresses load() {
            Properties properties = properties();
            return of(properties.getProperty("forge.url", ""), properties.getProperty("site.url", ""));
        }

        private static Properties properties() {
            try (InputStream in = Addresses.class.getResourceAsStream(FILE)) {
                Properties properties = new Properties();
                properties.load(in);
                return properties;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns the URL of the form for submitting a result, with some of its fields filled in. */
        public static String form(Map<String, String> fields) {
            StringBuilder url = new StringBuilder(properties().getProperty("forge.url")).append(FORM);
            fields.forEach((name, value) -> url.append('&').append(name).append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20")));
            return url.toString();
        }

        /** Returns null if an address is empty, or if the site is a placeholder that the build did not replace. */
        static Addresses of(String forge, String site) {
            boolean missing = forge.isBlank() || site.isBlank() || site.startsWith("$");
            return missing ? null : new Addresses(withoutSlash(forge), withoutSlash(site));
        }

        private static String withoutSlash(String address) {
            return address.strip().replaceFirst("/+$", "");
        }

        /** Returns the URL of a picture for link previews. */
        public String picture(Verdict verdict) {
            return site + "/" + SiteFiles.picture(verdict);
        }

        public String docs() {
            return forge + "/tree/main/docs";
        }

        public String form() {
            return forge + FORM;
        }
    }
}
