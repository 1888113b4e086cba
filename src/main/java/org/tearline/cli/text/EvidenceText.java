// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.tearline.asm.Evidence;
import org.tearline.asm.Inspector;
import org.tearline.asm.Instruction;
import org.tearline.asm.LoopVariants;
import org.tearline.asm.RawBytes;
import org.tearline.machine.Jvm;
import org.tearline.run.link.CompileRequest;

/** Evidence for people: the access, marked, with its neighbours, and what it means. Not thread-safe. */
public final class EvidenceText {
    private static final String MARK = "    > ";
    private static final String NO_MARK = "      ";
    /** An unrolled loop repeats itself; after the second access there is nothing new. */
    private static final int SHOWN_ACCESSES = 2;
    /** Most loops whole; those with write-backs or evictions are longer. */
    private static final int SHOWN_LINES_OF_BYTES = 12;
    private static final int COLUMNS = 118;

    private final PrintStream out;
    private final boolean full;

    /** Prints to a stream; full prints whole loops with addresses. */
    public EvidenceText(PrintStream out, boolean full) {
        this.out = out;
        this.full = full;
    }

    /** Both sides, with what they were compiled from and by, and how they differ with other stressors. */
    public void print(LoopVariants variants, Jvm jvm) {
        CompileRequest request = variants.request();
        Inspector.Findings findings = variants.findings();
        out.println(jvm);
        String value = request.width().described();
        out.println(Character.toUpperCase(value.charAt(0)) + value.substring(1) + " at offset " + request.offset()
            + " of " + request.memory() + " memory, tier " + request.tier() + ", stressor " + request.stressor()
            + (findings.advice() == null ? "; decoded by " + findings.decoder() : ""));
        out.println();
        findings.evidence().forEach(this::print);
        if (!variants.alike().isEmpty()) {
            Wrapped.words("", "", "The same in the loops of these stressors: "
                + String.join(", ", variants.alike()) + ".", COLUMNS).forEach(out::println);
        }
        variants.others().forEach(other -> Wrapped.words("", "  ", "Otherwise with the stressor " + other.stressor()
            + ": " + other.evidence().side() + " " + other.evidence().mode() + ": " + headline(other.evidence())
            + (other.evidence().warning() == null ? "" : " (" + other.evidence().warning() + ")") + ".", COLUMNS)
            .forEach(out::println));
    }

    /** Returns both sides in one line. */
    public static String brief(List<Evidence> evidence) {
        return String.join("; ", evidence.stream().map(side -> side.side() + " " + side.mode() + " is "
            + side.instruction() + (side.warning() == null ? "" : " (" + side.warning() + ")")).toList());
    }

    /** One side. */
    void print(Evidence evidence) {
        out.println(evidence.side() + " " + evidence.mode() + ": " + headline(evidence));
        if (full) {
            evidence.loop().forEach(instruction -> out.println(String.format(Locale.ROOT, "  0x%x", instruction
                .address()) + (evidence.marked().contains(instruction) ? MARK : NO_MARK) + instruction.text()));
        } else if (evidence.kind() == null) {
            printBytes(evidence.loop());
        } else {
            printNeighbourhood(evidence);
        }
        printWrapped(evidence.explanation());
        if (evidence.warning() != null) {
            printWrapped("Warning: " + evidence.warning() + ".");
        }
        out.println();
    }

    private static String headline(Evidence evidence) {
        if (evidence.accesses() <= 1) {
            return evidence.instruction();
        }
        String fences = switch (evidence.fences()) {
            case 0 -> "";
            case 1 -> " and 1 fence";
            default -> " and " + evidence.fences() + " fences";
        };
        return evidence.instruction() + ", " + evidence.accesses() + " accesses" + fences + " in the loop"
            + (evidence.turns() == evidence.accesses() ? ", unrolled " + evidence.turns() + " times" : "");
    }

    private void printNeighbourhood(Evidence evidence) {
        List<Instruction> loop = evidence.loop();
        TreeSet<Integer> shown = new TreeSet<>();
        int accesses = 0;
        for (Instruction marked : evidence.marked()) {
            // Marks are the accesses first, then the fences.
            if (accesses++ < SHOWN_ACCESSES || accesses > evidence.accesses()) {
                int index = loop.indexOf(marked);
                shown.addAll(List.of(Math.max(0, index - 1), index, Math.min(loop.size() - 1, index + 1)));
            }
        }
        int last = shown.first() - 1;
        for (int index : shown) {
            if (index > last + 1) {
                out.println(NO_MARK + "...");
            }
            Instruction instruction = loop.get(index);
            out.println((evidence.marked().contains(instruction) ? MARK : NO_MARK) + instruction.text());
            last = index;
        }
    }

    private void printBytes(List<Instruction> lines) {
        lines.stream().filter(line -> line.mnemonic().equals(RawBytes.MNEMONIC)).limit(SHOWN_LINES_OF_BYTES)
            .forEach(line -> out.println(NO_MARK + line.operands()));
        if (lines.size() > SHOWN_LINES_OF_BYTES && lines.get(0).mnemonic().equals(RawBytes.MNEMONIC)) {
            out.println(NO_MARK + "...");
        }
    }

    private void printWrapped(String text) {
        Wrapped.words("  ", "  ", text, COLUMNS).forEach(out::println);
    }
}
