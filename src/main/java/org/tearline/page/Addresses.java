// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.tearline.page.Answer.Verdict;

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
