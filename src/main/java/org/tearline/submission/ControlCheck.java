// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.EnumSet;
import java.util.Set;
import org.tearline.published.CpuPair;
import org.tearline.published.CpuPair.AlignedRuns;
import org.tearline.published.CpuPair.TierControl;
import org.tearline.published.Kind;
import org.tearline.published.Profile;
import org.tearline.published.ResultFile;
import org.tearline.published.SeriesTier;

/** Tells whether what was asked for and what controlled it can be as the file says. Immutable. Thread-safe. */
final class ControlCheck implements Check {
    private static final String CUSTOM = "custom";
    /** Of a run of less than a second; seen are 190,000. */
    private static final long MOST_CHANGES = 100_000_000;

    @Override
    public void check(ResultFile file, Findings findings) {
        if (file.profile() != null) {
            checkProfile(file.profile(), findings);
        }
        for (CpuPair placement : file.placements()) {
            if (file.kind() != Kind.SWEEP && !placement.controls().isEmpty()) {
                findings.add(ValidationRule.CONTROLS, placement.name().toString(), file.kind() + " has no controls");
            }
            Set<SeriesTier> known = EnumSet.noneOf(SeriesTier.class);
            for (TierControl control : placement.controls()) {
                String name = placement.name() + "/" + control.tier();
                if (!known.add(control.tier())) {
                    findings.add(ValidationRule.CONTROLS, name, "is listed twice");
                }
                String fault = fault(control.aligned());
                if (fault != null) {
                    findings.add(ValidationRule.CONTROLS, name, fault);
                }
            }
        }
    }

    private static void checkProfile(Profile profile, Findings findings) {
        boolean fits = profile.name().equals(CUSTOM) ? profile.longEnough()
            : Profile.named(profile.name()).filter(profile::equals).isPresent();
        if (!fits) {
            findings.add(ValidationRule.PROFILE, "/profile", profile.name() + " with " + profile.changes() + ", "
                + profile.halfLockedChanges() + ", " + profile.splitLockedChanges() + " and " + profile.classChanges()
                + " changes");
        }
    }

    /** Returns a run fails if it tears or sees no change; the sums of some runs leave only so much room. */
    private static String fault(AlignedRuns control) {
        long held = control.runs() - control.failed();
        if (control.runs() == 0) {
            return "a control that never ran";
        }
        if (held < 0) {
            return "failed in " + control.failed() + " of " + control.runs() + " runs";
        }
        if (control.torn() > control.changes() || control.torn() > 0 && control.failed() == 0) {
            return control.torn() + " torn in " + control.changes() + " changes, failed in " + control.failed()
                + " runs";
        }
        if (control.changes() / MOST_CHANGES > control.runs()) {
            return control.changes() + " changes in " + control.runs() + " runs";
        }
        if (control.changes() < held || held == 0 && control.torn() == 0 && control.changes() > 0) {
            return control.changes() + " changes, failed in " + control.failed() + " of " + control.runs() + " runs";
        }
        return null;
    }
}
