// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import org.tearline.machine.Bundled;

/**
 * Where the project and its page are published, from two properties of the build.
 *
 * @param forge the URL of the repository, without a trailing slash
 * @param site  the URL of the page's folder, without a trailing slash
 */
public record Addresses(String forge, String site) {
    private static final Properties BUILD = Bundled.properties("/page/addresses.properties");
    private static final String FORM = "/issues/new?template=result.yml";

    /** Returns the addresses of this build, or null if the build does not set them. */
    public static Addresses load() {
        return of(BUILD.getProperty("forge.url", ""), BUILD.getProperty("site.url", ""));
    }

    /** Returns the URL of the form for submitting a result, with some of its fields filled in. */
    public static String form(Map<String, Object> fields) {
        StringBuilder url = new StringBuilder(BUILD.getProperty("forge.url")).append(FORM);
        fields.forEach((name, value) -> url.append('&').append(name).append('=')
            .append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20")));
        return url.toString();
    }

    /** Returns null if an address is empty, or if the site is a placeholder that the build did not replace. */
    public static Addresses of(String forge, String site) {
        boolean missing = forge.isBlank() || site.isBlank() || site.startsWith("$");
        return missing ? null : new Addresses(withoutSlash(forge), withoutSlash(site));
    }

    private static String withoutSlash(String address) {
        return address.strip().replaceFirst("/+$", "");
    }

    public String form() {
        return forge + FORM;
    }
}
