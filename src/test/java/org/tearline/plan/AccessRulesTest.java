// SPDX-License-Identifier: Apache-2.0
package org.tearline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.Sample;

/**
 * Walks every memory, write, read and tier on every instruction set at offsets that are drawn, and the rules said once
 * more byte by byte.
 */
class AccessRulesTest {
    private static final int LINE = 64;
    private static final int PAGE = 4096;
    private static final Geometry GEOMETRY = new Geometry(LINE, PAGE);
    private static final int LAST_OFFSET = 8184;
    /** Some of: every offset in the first line and around its end and the page, and every 509th of the others. */
    private static final List<Integer> OFFSETS = Sample.of(48, IntStream.rangeClosed(0, LAST_OFFSET).filter(offset ->
        offset < LINE + 16 || Math.abs(offset - PAGE) < 16 || offset % 509 == 0 || offset == LAST_OFFSET).boxed()
        .toList()).toList();
    private static final Map<Width, Map<Integer, Crossing>> BOUNDARIES = Arrays.stream(Width.values())
        .collect(Collectors.toMap(width -> width, width -> OFFSETS.stream().collect(Collectors.toMap(offset -> offset,
            offset -> boundary(offset, width.bytes())))));
    private static final Set<WriteMode> ORDERING = EnumSet.of(WriteMode.OPAQUE, WriteMode.ORDERED,
        WriteMode.VOLATILE);
    private static final Set<WriteMode> READ_MODIFY_WRITES = EnumSet.of(WriteMode.CAS, WriteMode.GETANDSET,
        WriteMode.GETANDADD);
    private static final Set<ReadMode> GUARDED = EnumSet.of(ReadMode.AGREE, ReadMode.MASKED, ReadMode.SEQLOCK);
    private static final Set<Memory> CHECKED = EnumSet.of(Memory.BYTEBUFFER, Memory.HEAPVIEW, Memory.SEGMENT);
    private static final Set<Memory> NOT_UNSAFE = EnumSet.of(Memory.DIRECT, Memory.BYTEBUFFER, Memory.HEAPVIEW,
        Memory.SEGMENT);
    /** The last and the first before and after a change. */
    private static final List<Integer> JAVAS = List.of(17, 21, 22, 23, 25);
    private static final Set<ReadMode> LOCKED_READS = EnumSet.of(ReadMode.CAS, ReadMode.EXCHANGE, ReadMode.GETANDADD);

    @ParameterizedTest
    @EnumSource
    void shouldLockOnTheValueOnX86Alone(Architecture architecture) {
        AccessRules rules = rules(architecture);
        boolean x86 = architecture == Architecture.X86_64;
        each(trial -> {
            boolean write = x86 && (READ_MODIFY_WRITES.contains(trial.write())
                || trial.tier() == Tier.INTERPRETER && ORDERING.contains(trial.write()));
            boolean read = x86 && LOCKED_READS.contains(trial.read());
            same(rules.locked(trial.write(), trial.tier()), write, trial);
            same(rules.locked(trial.read()), read, trial);
            int sides = (write ? 1 : 0) + (read ? 1 : 0);
            same(rules.lockedSides(trial), sides, trial);
            same(rules.splitLockedSides(trial), boundary(trial) == Crossing.NONE ? 0 : sides, trial);
            same(rules.splitLocked(trial), boundary(trial) != Crossing.NONE && sides > 0, trial);
            same(rules.defaultChanges(trial), boundary(trial) == Crossing.NONE || sides == 0 ? 10_000_000L
                : sides == 1 ? 1_000_000L : 100_000L, trial);
        });
        assertThat(rules.hasSplitLocks()).isEqualTo(x86);
    }

    @Test
    void shouldSeeWhatEveryValueLiesAcross() {
        AccessRules rules = rules(Architecture.AARCH64);
        each(trial -> {
            same(rules.crossing(trial), boundary(trial), trial);
            same(rules.crossing(trial.offset(), trial.width()), boundary(trial), trial);
            same(rules.crosses(trial), boundary(trial) != Crossing.NONE, trial);
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunNothingUnaskedThatFaultsOrMayNotLock(Architecture architecture) {
        AccessRules rules = rules(architecture);
        each(trial -> {
            boolean ordinary = EnumSet.of(WriteMode.PLAIN, WriteMode.OPAQUE, WriteMode.SEQLOCK)
                .contains(trial.write()) && EnumSet.of(ReadMode.PLAIN, ReadMode.OPAQUE, ReadMode.SEQLOCK)
                .contains(trial.read());
            boolean mayFault = architecture != Architecture.X86_64 && trial.offset() % trial.width().bytes() != 0
                && !ordinary;
            same(rules.mayFault(trial), mayFault, trial);
            for (SplitLocks splitLocks : SplitLocks.values()) {
                same(rules.mayRunUnasked(trial, splitLocks), architecture == Architecture.X86_64
                    ? splitLocks == SplitLocks.ALLOWED || !rules.splitLocked(trial) : !mayFault, trial);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldCutWhereTheInstructionSetOrTheJvmDoes(Architecture architecture) {
        Map<Integer, List<BitSet>> expected = Arrays.stream(Width.values()).collect(Collectors.toMap(Width::bytes,
            width -> IntStream.range(0, width.bytes()).mapToObj(past -> cuts(architecture, width.bytes(), past))
                .toList()));
        for (boolean unalignedAccesses : new boolean[] {true, false}) {
            AccessRules rules = new AccessRules(architecture, GEOMETRY, unalignedAccesses);
            each(trial -> {
                int width = trial.width().bytes();
                int past = trial.offset() % width;
                boolean plain = trial.write() == WriteMode.PLAIN || trial.read() == ReadMode.PLAIN;
                boolean pieces = !trial.width().isVector() && CHECKED.contains(trial.memory()) && past != 0 && plain
                    && (trial.tier() == Tier.INTERPRETER || !unalignedAccesses);
                same(rules.piecewise(trial), pieces, trial);
                same(rules.piecewiseOutsideItsLoop(trial), trial.width().isVector()
                    || CHECKED.contains(trial.memory()) && past != 0 && plain, trial);
                same(rules.legalSeams(trial), pieces ? every(width) : expected.get(width).get(past), trial);
                same(rules.plantedSeam(trial), past == 0 ? width / 2 : width - past, trial);
                for (int java : JAVAS) {
                    same(rules.in(unalignedAccesses, java).refused(trial), refused(trial, java), trial);
                }
            });
        }
    }

    /** What the documents of the APIs say, and the source of the JDK's Unsafe of a short. */
    private static boolean refused(TrialSpec trial, int java) {
        boolean bothPlain = trial.write() == WriteMode.PLAIN && trial.read() == ReadMode.PLAIN;
        boolean locks = READ_MODIFY_WRITES.contains(trial.write()) || LOCKED_READS.contains(trial.read());
        boolean narrow = trial.width() == Width.SHORT;
        if (trial.width().isVector()) {
            return java == 21 || !(bothPlain && trial.memory() == Memory.BYTEBUFFER && trial.tier() == Tier.C2);
        }
        if (trial.memory() == Memory.SEGMENT && java < 22) {
            return true;
        }
        boolean noIntAround = narrow && locks && trial.tier() != Tier.C2 && trial.offset() % 4 == 3;
        if (trial.write() == WriteMode.SEQLOCK || GUARDED.contains(trial.read())) {
            return NOT_UNSAFE.contains(trial.memory()) || noIntAround || trial.memory() == Memory.HEAP
                && trial.read() == ReadMode.MASKED;
        }
        return switch (trial.memory()) {
            case SEGMENT -> trial.offset() % trial.width().bytes() != 0 && !bothPlain || narrow && locks;
            case HEAPVIEW -> !bothPlain && (java > 22 || trial.offset() % trial.width().bytes() != 0)
                || narrow && locks;
            case BYTEBUFFER -> trial.offset() % trial.width().bytes() != 0 && !bothPlain || narrow && locks;
            case DIRECT -> narrow && !(EnumSet.of(WriteMode.PLAIN, WriteMode.VOLATILE).contains(trial.write())
                && EnumSet.of(ReadMode.PLAIN, ReadMode.VOLATILE).contains(trial.read()));
            case UNSAFE, HEAP, MAPPED -> noIntAround;
        };
    }

    /** Typed in, so that a mistake made in both the rules and the walk above is seen. */
    @ParameterizedTest
    @CsvSource({
        "UNSAFE,     60,   ORDERED,  VOLATILE, C2,          0, 10000000, false",
        "UNSAFE,     60,   VOLATILE, VOLATILE, C1,          0, 10000000, false",
        "UNSAFE,     60,   VOLATILE, VOLATILE, INTERPRETER, 1, 1000000,  false",
        "UNSAFE,     60,   CAS,      VOLATILE, C2,          1, 1000000,  false",
        "UNSAFE,     4092, ORDERED,  EXCHANGE, C2,          1, 1000000,  false",
        "UNSAFE,     60,   CAS,      EXCHANGE, C2,          2, 100000,   false",
        "UNSAFE,     56,   CAS,      EXCHANGE, C2,          0, 10000000, false",
        "BYTEBUFFER, 60,   PLAIN,    PLAIN,    C1,          0, 10000000, false",
        "BYTEBUFFER, 12,   PLAIN,    PLAIN,    INTERPRETER, 0, 10000000, true",
    })
    void shouldAnswerForX86(Memory memory, int offset, WriteMode write, ReadMode read, Tier tier, int splitLockedSides,
                            long changes, boolean piecewise) {
        AccessRules rules = rules(Architecture.X86_64);
        TrialSpec trial = new TrialSpec(memory, Width.LONG, offset, write, read, 1, 1, Processes.ONE, tier, 1);
        assertThat(rules.splitLockedSides(trial)).isEqualTo(splitLockedSides);
        assertThat(rules.defaultChanges(trial)).isEqualTo(changes);
        assertThat(rules.piecewise(trial)).isEqualTo(piecewise);
    }

    @Test
    void shouldTakeTheFlagOfAnotherJvm() {
        AccessRules rules = rules(Architecture.RISCV64);
        assertThat(rules.in(false, 19)).isEqualTo(new AccessRules(Architecture.RISCV64, GEOMETRY, false, 19));
        assertThat(rules.in(true, Runtime.version().feature())).isEqualTo(rules);
    }

    @Test
    void shouldPutPlainAccessesWhereTheApiHasNoOthers() {
        TrialSpec wanted = new TrialSpec(Memory.HEAPVIEW, Width.LONG, 0, WriteMode.ORDERED, ReadMode.VOLATILE, 1, 1,
            Processes.ONE, Tier.C2, 1);
        AccessRules rules = rules(Architecture.X86_64);
        assertThat(rules.in(true, 22).orPlain(wanted)).isEqualTo(wanted);
        assertThat(rules.in(true, 23).orPlain(wanted)).isEqualTo(wanted.with(WriteMode.PLAIN, ReadMode.PLAIN));
    }

    @Test
    void shouldKnowTheNamesThatJvmsAndResultFilesUse() {
        assertThat(List.of("amd64", "x86_64", "aarch64", "riscv64", "ppc64", "ppc64le", "s390x", "loongarch64"))
            .extracting(Architecture::of).containsExactly(Architecture.X86_64, Architecture.X86_64,
                Architecture.AARCH64, Architecture.RISCV64, Architecture.PPC64, Architecture.PPC64, Architecture.S390X,
                Architecture.LOONGARCH64);
        assertThat(List.of("x86", "arm", "i386", "mips64", "")).extracting(Architecture::of)
            .containsOnly(Architecture.OTHER);
        assertThat(List.of("amd64", "x86_64", "aarch64", "ppc64le", "arm")).extracting(Architecture::published)
            .containsExactly("x86_64", "x86_64", "aarch64", "ppc64le", "arm");
    }

    private static AccessRules rules(Architecture architecture) {
        return new AccessRules(architecture, GEOMETRY, true);
    }

    private static void each(Consumer<TrialSpec> check) {
        for (Memory memory : Memory.values()) {
            for (WriteMode write : WriteMode.values()) {
                for (ReadMode read : ReadMode.values()) {
                    for (Tier tier : Tier.values()) {
                        for (Width width : Width.values()) {
                            OFFSETS.forEach(offset -> check.accept(new TrialSpec(memory, width, offset, write, read, 1,
                                1, Processes.ONE, tier, 1)));
                        }
                    }
                }
            }
        }
    }

    /** Asked a million times, so the message is made only where there is one. */
    private static void same(Object actual, Object expected, TrialSpec trial) {
        if (!expected.equals(actual)) {
            assertThat(actual).as("%s", trial).isEqualTo(expected);
        }
    }

    private static Crossing boundary(TrialSpec trial) {
        return BOUNDARIES.get(trial.width()).get(trial.offset());
    }

    private static Crossing boundary(int offset, int width) {
        return blocks(offset, width, PAGE) > 1 ? Crossing.PAGE : blocks(offset, width, LINE) > 1 ? Crossing.LINE
            : Crossing.NONE;
    }

    private static long blocks(int offset, int width, int size) {
        return IntStream.range(offset, offset + width).map(at -> at / size).distinct().count();
    }

    /** Where a value is cut that lies so many bytes past a word. */
    private static BitSet cuts(Architecture architecture, int width, int past) {
        if (width > 8) {
            // Between any two longs of the register, and where the address of a long inside it would be cut.
            BitSet inFirstLong = cuts(architecture, 8, past % 8);
            return bits(IntStream.range(1, width).filter(seam -> seam % 8 == 0 || past != 0
                && (inFirstLong.get(seam % 8) || inFirstLong.cardinality() == 7)));
        }
        if (past == 0) {
            return new BitSet();
        }
        return switch (architecture) {
            case X86_64, AARCH64 -> bits(IntStream.of(width - past));
            // The pieces that QEMU's authors read out of both books: eight bytes at 2 mod 4 are four of two.
            case PPC64, S390X -> switch (past) {
                case 4 -> bits(IntStream.of(4));
                case 2, 6 -> width == 8 ? bits(IntStream.of(2, 4, 6)) : bits(IntStream.of(2));
                default -> every(width);
            };
            case RISCV64, LOONGARCH64, OTHER -> every(width);
        };
    }

    private static BitSet every(int width) {
        return bits(IntStream.range(1, width));
    }

    private static BitSet bits(IntStream seams) {
        return seams.collect(BitSet::new, BitSet::set, BitSet::or);
    }
}
