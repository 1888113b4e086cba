// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.time.LocalDate;
import java.util.Comparator;
import org.tearline.file.Environment;
import org.tearline.file.ResultFile;

/**
 * One published file in a list.
 *
 * @param path below the folder of results, with slashes
 */
public record CpuFile(LocalDate date, String path, String digest, Voice voice, String key, String profile, String os,
                      String jvm, String hypervisor) {
    /** The newest first, then by path. */
    static final Comparator<CpuFile> NEWEST_FIRST = Comparator.comparing(CpuFile::date).reversed()
        .thenComparing(CpuFile::path);

    static CpuFile of(String path, Voice voice, ResultFile file) {
        Environment environment = file.environment();
        return new CpuFile(file.date(), path, file.digest(), voice, environment.cpu().key(),
            file.profile() == null ? "" : file.profile().name(),
            environment.os().family() + " " + environment.os().kernel(),
            environment.jvm().vendor() + " " + environment.jvm().version(), environment.hypervisor().toString());
    }
}
