// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import org.tearline.page.Words;
import org.tearline.verdict.Attribution;
import org.tearline.verdict.Side;
import org.tearline.verdict.WhoTore;

/** Who tore, for people: the conclusion with its counts. Pure functions. */
public final class SideText {
    private SideText() {
    }

    /** The conclusion with what it rests on, such as "the write (51 of 604); the read was not asked". */
    public static String sentence(WhoTore who) {
        return switch (who.who()) {
            case BOTH -> "torn by both: " + side("the write", who.write()) + "; " + side("the read", who.read());
            case WRITE, WRITE_AT_LEAST -> "torn by " + side("the write", who.write()) + "; "
                + side("the read", who.read());
            case READ, READ_AT_LEAST -> "torn by " + side("the read", who.read()) + "; "
                + side("the write", who.write());
            case UNKNOWN -> "which side tore cannot be told" + (asked(who.write()) || asked(who.read()) ? ": "
                + side("the write", who.write()) + "; " + side("the read", who.read()) : "");
            case NOT_ASKED -> "which side tore was not asked";
        };
    }

    /** The conclusion in a few words, for a cell of a table. */
    public static String words(WhoTore who) {
        Attribution conclusion = who.who();
        return switch (conclusion) {
            case BOTH -> "both";
            case WRITE -> "the write";
            case READ -> "the read";
            case WRITE_AT_LEAST -> "the write; the read " + innocent(who.read());
            case READ_AT_LEAST -> "the read; the write " + innocent(who.write());
            case UNKNOWN -> "cannot be told";
            case NOT_ASKED -> "not asked";
        };
    }

    private static String innocent(Side side) {
        return side.state() == Side.State.NOT_ASKED ? "not asked" : "not seen to";
    }

    private static boolean asked(Side side) {
        return side.state() != Side.State.NOT_ASKED;
    }

    private static String side(String name, Side side) {
        return switch (side.state()) {
            case TEARS -> name + " (" + Words.count(side.torn()) + " of " + Words.count(side.changes()) + ")";
            case NOT_SEEN -> name + " was not seen to in " + Words.count(side.changes()) + " changes"
                + (side.upperBound95() == null ? "" : " (" + Words.below(side.upperBound95())
                    + (side.strong() ? ", strong)" : ")"));
            case PROMISED -> name + " is promised to be whole";
            case NOT_ASKED -> name + " was not asked";
        };
    }
}
