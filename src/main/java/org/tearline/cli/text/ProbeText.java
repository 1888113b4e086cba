// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.KnownCpu;
import org.tearline.archive.KnownGranules;
import org.tearline.cli.text.MachineFacts.Fact;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockCost;
import org.tearline.promise.MachinePromises;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.words.Members;
import org.tearline.words.Words;

/**
 * Prints what is promised and published about a CPU, and each known fact about a machine with its source.
 *
 * @param known null if nothing has been published
 */
public record ProbeText(Machine machine, KnownCpu known, List<Fact> facts) {
    private static final String NAME = "  %-22s";
    private static final String INDENT = NAME.formatted("");

    /** @param splitLocks the cost of split locks; null to omit it */
    public ProbeText(Machine machine, SplitLockCost splitLocks) {
        this(machine, KnownGranules.load().of(machine.architecture(), machine.cpuOrUnknown()).orElse(null),
            new MachineFacts(machine, splitLocks).list());
    }

    /** Returns JSON that follows {@code schema/probe.schema.json}. */
    public String json() {
        PromisedGranule promised = new MachinePromises(machine).granule(Width.LONG);
        return JsonText.of(Members.of(
            "schemaVersion", 1,
            "promised", Members.of("bytes", promised.bytes(), "rules", promised.ruleIds()),
            "published", known,
            "facts", facts));
    }

    public void print(Screen screen) {
        screen.say("", "  ", GranuleSentences.promised(machine, Width.LONG)
            + " for an ordinary access to a long; docs/promises.md quotes the rules.");
        String published = "no result for this CPU; tester granules measures it.";
        if (known != null) {
            published = known.name() + ": "
                + GranuleSentences.answer(known.granules(), List.of(PairKind.STORE, PairKind.LOAD),
                    known.granules()::of) + "; "
                + Words.count(known.files(), "result") + ", newest " + known.newest() + ".";
        }
        screen.say("", "  ", "published: " + published);
        String printed = "";
        for (Fact fact : facts) {
            if (!printed.equals(fact.section())) {
                printed = fact.section();
                screen.line("");
                screen.line(printed);
            }
            print(fact, screen);
        }
    }

    private static void print(Fact fact, Screen screen) {
        String text = fact.value().toString();
        if (fact.value().equals(true)) {
            text = "yes";
        } else if (fact.value().equals(false)) {
            text = "no";
        }
        List<String> pieces = new ArrayList<>(List.of("%-28s  ".formatted(text).split("(?<= )")));
        pieces.add(fact.source());
        Screen.lines(NAME.formatted(fact.name()), INDENT, pieces, screen.columns())
            .forEach(screen::line);
    }
}
