// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import org.tearline.page.Answer.Verdict;

/**
 * Everything that the page's template shows. Immutable.
 *
 * @param single     whether it is one run's own page
 * @param policy     the content security policy: nothing from elsewhere, and no script or style but these two
 * @param data       JSON, safe inside a script element
 * @param card       what is shown first
 * @param elsewhere  the same place on the measured CPUs
 * @param unmeasured what is promised to families of CPUs
 * @param claims     what is not confirmed
 * @param rules      promises and reports, each with its source
 * @param sources    of names and types
 * @param costs      what docs/costs.md says first
 * @param files      of how many files the page is made, in a sentence
 * @param addresses  where the project and this page live; null if nobody said so
 * @param dataSet    names of the files that lie in the folder data beside the page
 */
public record Page(boolean single, String policy, String style, String script, String data, Place card,
                   List<Place> elsewhere, List<Row> rows, List<Row> emulated, List<Row> unmeasured,
                   List<Evidence> evidence, List<Evidence.Said> claims, List<Rule> rules, List<Rule> sources,
                   List<String> costs, String files, Addresses addresses, List<String> dataSet) {

    /** The answer of a CPU for a long at an offset, written ordered and read volatile. */
    public record Place(String id, String name, int offset, int lineBytes, Answer answer, String javaLine) {
        /** One of the answer's texts with its bytes. */
        public String filled(String text) {
            return Answer.filled(text, name, offset, Long.BYTES);
        }

        /** The Java at the next right address. */
        public String java() {
            return javaLine.replace("ADDRESS", "base + " + filled("{next}"));
        }
    }

    /** A promise or a report in a sentence. */
    public record Rule(String id, String words, String source, String url) {
    }

    /**
     * Says where the project and its published page of results live. The build's two properties say so. Immutable.
     *
     * @param forge the repository, without a slash at its end
     * @param site  the folder of the page, without a slash at its end
     */
    public record Addresses(String forge, String site) {
        private static final String FILE = "/page/addresses.properties";

        /** The addresses of this build; null if it was not told where the page is published. */
        static Addresses load() {
            try (InputStream in = Addresses.class.getResourceAsStream(FILE)) {
                Properties properties = new Properties();
                properties.load(in);
                return of(properties.getProperty("forge.url", ""), properties.getProperty("site.url", ""));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Both addresses, or null if one is missing; a build without the property leaves its placeholder. */
        static Addresses of(String forge, String site) {
            return forge.isBlank() || site.isBlank() || site.startsWith("$") ? null
                : new Addresses(withoutSlash(forge), withoutSlash(site));
        }

        private static String withoutSlash(String address) {
            return address.strip().replaceFirst("/+$", "");
        }

        /** The picture that others show beside a link to an answer. */
        public String picture(Verdict verdict) {
            return site + "/" + SiteFiles.picture(verdict);
        }

        /** The documents of the project. */
        public String docs() {
            return forge + "/tree/main/docs";
        }

        /** The form by which a result is sent in. */
        public String form() {
            return forge + "/issues/new?template=result.yml";
        }
    }
}
