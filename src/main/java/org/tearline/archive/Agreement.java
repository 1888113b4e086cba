// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.tearline.plan.Width;
import org.tearline.result.Granule;
import org.tearline.result.Granules;
import org.tearline.result.Granules.Fate;
import org.tearline.result.Granules.Kind;

/** What several voices say together, and where one of them differs: pure functions. Thread-safe. */
final class Agreement {
    private Agreement() {
    }

    /**
     * The bounds that two voices at least stand for: of each the second best, so that no single one moves a number.
     *
     * @param voices two or more
     */
    static Granules ofTwo(Collection<Granules> voices) {
        Map<Kind, Map<Width, Granule>> agreed = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            for (Width width : Width.values()) {
                List<Granule> heard = voices.stream().map(voice -> voice.of(kind, width))
                    .filter(granule -> !granule.sums().isEmpty()).toList();
                if (heard.size() > 1) {
                    agreed.computeIfAbsent(kind, key -> new EnumMap<>(Width.class)).put(width, second(heard));
                }
            }
        }
        return new Granules(agreed, locked(voices));
    }

    private static Fate locked(Collection<Granules> voices) {
        return Stream.of(Fate.TORN, Fate.WHOLE)
            .filter(fate -> voices.stream().filter(voice -> voice.locked() == fate).count() > 1).findFirst()
            .orElse(Fate.UNKNOWN);
    }

    private static Granule second(List<Granule> heard) {
        int most = heard.stream().mapToInt(Granule::atMost).sorted().skip(1).findFirst().orElseThrow();
        List<Granule> lower = heard.stream().filter(granule -> granule.atLeast() <= most)
            .sorted((a, b) -> b.atLeast() - a.atLeast()).toList();
        Granule least = lower.size() > 1 ? lower.get(1) : Granule.UNKNOWN;
        return new Granule(least.atLeast(), most, least.quick(),
            heard.stream().flatMap(granule -> granule.sums().stream()).toList());
    }

    /** Returns where a claim cannot be true together with what is agreed; empty where it agrees. */
    static List<String> differences(Granules agreed, Granules claim) {
        List<String> all = new ArrayList<>();
        for (Kind kind : List.of(Kind.STORE, Kind.LOAD, Kind.PAIR)) {
            for (Width width : Width.values()) {
                Granule told = claim.of(kind, width);
                Granule known = width.isVector() ? agreed.of(kind, width) : agreed.of(kind);
                String what = kind.name().toLowerCase(Locale.ROOT) + " of " + width + " bytes";
                if (told.atMost() < known.atLeast()) {
                    all.add(what + " torn across " + told.atMost() + ", agreed whole within " + known.atLeast());
                } else if (told.atLeast() > known.atMost()) {
                    all.add(what + " whole within " + told.atLeast() + ", agreed torn across " + known.atMost());
                }
            }
        }
        if (claim.locked() == Fate.TORN && agreed.locked() != Fate.TORN) {
            all.add("locked instructions torn");
        }
        return List.copyOf(all);
    }
}
