// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.text;

import org.tearline.plan.Alignment;

/** The four kinds of places, in the words that every output for people has. Immutable. */
public enum PlaceKind {
    ALIGNED("aligned"), INSIDE("inside the line"), ACROSS_LINE("across the line"), ACROSS_PAGE("across the page");

    private final String words;

    PlaceKind(String words) {
        this.words = words;
    }

    /** Returns the kind of a placement. */
    public static PlaceKind of(Alignment placement) {
        return switch (placement) {
            case ALIGNED -> ALIGNED;
            case WITHIN_8, WITHIN_16, WITHIN_32, WITHIN_64, WITHIN_LINE -> INSIDE;
            case CROSSES_LINE -> ACROSS_LINE;
            case CROSSES_PAGE -> ACROSS_PAGE;
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
