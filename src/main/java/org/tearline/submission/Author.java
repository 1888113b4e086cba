// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.nio.file.Files;
import java.nio.file.Path;
import org.tearline.published.ResultPath;

/**
 * Says who asks for new files to be published. Immutable.
 *
 * @param handle of the account
 * @param base   a checkout of what is published already; what lies there is nobody's request
 */
public record Author(String handle, Path base) {

    /**
     * Says so if a new file bears another handle than that of its author. A published one is known by its path: one of
     * other content is refused, whoever asks.
     */
    public Examination check(Examination examination) {
        String named = examination.file() == null ? null : examination.file().submitter();
        boolean published = Files.exists(base.resolve(ResultPath.ROOT).resolve(examination.name()));
        return named == null || published || named.equalsIgnoreCase(handle) ? examination
            : examination.with(ValidationRule.SUBMITTER, "/submitter", named + ", submitted by " + handle);
    }
}
