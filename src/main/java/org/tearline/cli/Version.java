// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import org.tearline.file.TesterBuild;
import picocli.CommandLine.IVersionProvider;

/** Version and commit, as the jar's manifest has them. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        TesterBuild build = TesterBuild.running();
        return new String[] {TesterBuild.TITLE + " " + build.version() + " (commit " + build.commit() + ")"};
    }
}
