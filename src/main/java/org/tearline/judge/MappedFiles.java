// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.tearline.judge.AgentReport.Operation;
import org.tearline.judge.AgentReport.Place;
import org.tearline.judge.AgentReport.Site;

/**
 * Finds sites of two processes that may have accessed the same bytes of a file. The reports do not say where in the
 * file a value is, only where in a line.
 */
record MappedFiles(int lineBytes) {
    /** Returns the keys of sites that may share bytes, one of them writing, with another process of these reports. */
    Set<Object> sharedSites(List<AgentReport> reports) {
        Set<Object> shared = new HashSet<>();
        for (AgentReport report : reports) {
            List<Site> others = reports.stream()
                .filter(report::ranBeside)
                .flatMap(other -> mapped(other).stream())
                .toList();
            mapped(report).stream()
                .filter(site -> others.stream().anyMatch(other -> mayShare(site, other)))
                .forEach(site -> shared.add(site.key()));
        }
        return shared;
    }

    private static List<Site> mapped(AgentReport report) {
        return report.sites().stream()
            .filter(site -> site.mappedFile() != null && site.mapping().shared())
            .toList();
    }

    private boolean mayShare(Site a, Site b) {
        boolean written = a.access().operation() != Operation.READ || b.access().operation() != Operation.READ;
        return written && Objects.equals(a.mappedFile(), b.mappedFile()) && a.places().stream()
            .anyMatch(place -> b.places().stream().anyMatch(other -> overlap(place, a, other, b)));
    }

    private boolean overlap(Place place, Site a, Place other, Site b) {
        int bytes = a.access().bytes();
        int otherBytes = b.access().bytes();
        boolean bothCross = place.offset() + bytes > lineBytes && other.offset() + otherBytes > lineBytes;
        if (bothCross && place.crossesPage() != other.crossesPage()) {
            return false;
        }
        int distance = Math.floorMod(other.offset() - place.offset(), lineBytes);
        return distance < bytes || lineBytes - distance < otherBytes;
    }
}
