// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import org.tearline.machine.Machine;
import org.tearline.promise.MachinePromises;
import org.tearline.run.GranuleSearch.Found;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.words.Words;

/** Prints the granules of a machine as text, with a drawing of a cache line and the evidence. */
public record GranulesText(Screen screen) {
    public GranulesText {
        screen = screen.atMost(FindingText.USUAL_COLUMNS);
    }

    public void print(Found found, TrialSpec trial, Machine machine) {
        Granules granules = found.granules();
        Width width = trial.width();
        GranuleWeakness weakness = GranuleWeakness.of(machine);
        String label = "";
        String doubt = "";
        if (weakness != null) {
            label = weakness.label();
            doubt = "; weak: " + weakness.sentence();
        }
        String answer = GranuleSentences.answer(granules, granules.kinds(), kind -> granules.of(kind, width));
        screen.say("", "", MachineText.cpu(machine) + ": " + answer + doubt + ".");
        GranuleDrawing drawing = new GranuleDrawing(screen, machine.geometry().lineBytes());
        drawing.printRuler(label);
        granules.kinds().forEach(kind -> drawing.printRow(kind + "s", granules.of(kind, width)));
        int promised = new MachinePromises(machine).granule(width).bytes();
        if (promised > 0) {
            drawing.printRow("promised", promised);
        }
        say(GranuleSentences.advice(granules, width, machine.geometry()));
        new GranuleEvidence(granules, width).lines().forEach(this::say);
        if (!found.offsets().isEmpty()) {
            say("by the law: only offsets " + Words.and(found.offsets().stream().map(String::valueOf).toList())
                + " were tried, one for each boundary; an access is whole if it lies in one block of the granule");
        }
        say(GranuleSentences.promised(machine, width));
        say("on: " + machine.os().value() + MachineText.surroundings(machine) + "; JDK " + machine.jvm().version()
            + ", " + trial.tier());
    }

    private void say(String text) {
        screen.say("  ", "  ", text);
    }
}
