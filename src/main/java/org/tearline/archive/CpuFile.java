// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.time.LocalDate;
import java.util.Comparator;
import org.tearline.file.Environment;
import org.tearline.file.ResultFile;

/**
 * What the reports say of a published file. Thread-safe.
 *
 * @param path    the path below the results folder, with slashes
 * @param profile empty if the file names none
 */
public record CpuFile(LocalDate date, String path, String digest, Submitter submitter, String key, String profile,
                      String os, String jvm) {
    /** Puts the newest file first, and sorts files of one day by path. */
    static final Comparator<CpuFile> NEWEST_FIRST = Comparator.comparing(CpuFile::date).reversed()
        .thenComparing(CpuFile::path);

    static CpuFile of(String path, Submitter submitter, ResultFile file) {
        Environment environment = file.environment();
        String profile = "";
        if (file.profile() != null) {
            profile = file.profile().name();
        }
        return new CpuFile(
            file.date(),
            path,
            file.digest(),
            submitter,
            environment.cpu().key(),
            profile,
            environment.os().family() + " " + environment.os().kernel(),
            environment.jvm().name());
    }
}
