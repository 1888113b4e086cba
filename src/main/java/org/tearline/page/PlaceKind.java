// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import org.tearline.trial.Alignment;

/** The four kinds of places, in the words that docs/glossary.md defines for every output. Immutable. */
public enum PlaceKind {
    ALIGNED("aligned"), INSIDE("inside a line"), ACROSS_LINE("across a line"), ACROSS_PAGE("across a page");

    private final String words;

    PlaceKind(String words) {
        this.words = words;
    }

    public static PlaceKind of(Alignment placement) {
        return switch (placement) {
            case ALIGNED -> ALIGNED;
            case INSIDE_8, ACROSS_8, ACROSS_16, ACROSS_32, ACROSS_64 -> INSIDE;
            case ACROSS_LINE -> ACROSS_LINE;
            case ACROSS_PAGE -> ACROSS_PAGE;
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
