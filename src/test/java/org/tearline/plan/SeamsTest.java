package org.tearline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SeamsTest {
    @Test
    void shouldAllowOneSeamAtTheNextMultipleOfEight() {
        assertThat(Seams.legal(60, Width.LONG, false)).isEqualTo(bits(4));
        assertThat(Seams.legal(57, Width.LONG, false)).isEqualTo(bits(7));
        assertThat(Seams.legal(63, Width.LONG, false)).isEqualTo(bits(1));
        assertThat(Seams.legal(4092, Width.LONG, false)).isEqualTo(bits(4));
    }

    @Test
    void shouldAllowNoSeamInAnAlignedValue() {
        assertThat(Seams.legal(0, Width.LONG, false).isEmpty()).isTrue();
        assertThat(Seams.legal(56, Width.LONG, false).isEmpty()).isTrue();
    }

    @Test
    void shouldAllowEverySeamWhereTheAccessIsMadeOfPieces() {
        assertThat(Seams.legal(12, Width.LONG, true)).isEqualTo(bits(1, 2, 3, 4, 5, 6, 7));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllowTheSeamsOfTheInstructionSetAtEveryOffset(Architecture architecture) {
        for (int offset = 0; offset < 64; offset++) {
            int inWord = offset % 8;
            List<Integer> expected = switch (architecture) {
                case X86_64, AARCH64 -> inWord == 0 ? List.of() : List.of(8 - inWord);
                // The pieces that QEMU's authors read out of both books: eight bytes at 2 mod 4 are four of two.
                case PPC64, S390X -> switch (inWord) {
                    case 0 -> List.of();
                    case 4 -> List.of(4);
                    case 2, 6 -> List.of(2, 4, 6);
                    default -> List.of(1, 2, 3, 4, 5, 6, 7);
                };
                case RISCV64, LOONGARCH64, OTHER -> inWord == 0 ? List.of() : List.of(1, 2, 3, 4, 5, 6, 7);
            };
            assertThat(Seams.legal(offset, Width.LONG, false, architecture).stream().boxed()).as("%s", offset)
                .containsExactlyElementsOf(expected);
            assertThat(Seams.legal(offset, Width.LONG, true, architecture)).isEqualTo(bits(1, 2, 3, 4, 5, 6, 7));
        }
    }

    @Test
    void shouldTakeTheSeamsOfX86WhereNoInstructionSetIsGiven() {
        for (int offset = 0; offset < 64; offset++) {
            assertThat(Seams.legal(offset, Width.LONG, false))
                .isEqualTo(Seams.legal(offset, Width.LONG, false, Architecture.X86_64));
        }
    }

    @Test
    void shouldKnowTheNamesThatJvmsAndResultFilesUse() {
        assertThat(Stream.of("amd64", "x86_64", "aarch64", "riscv64", "ppc64", "ppc64le", "s390x", "loongarch64")
            .map(Architecture::of)).containsExactly(Architecture.X86_64, Architecture.X86_64, Architecture.AARCH64,
            Architecture.RISCV64, Architecture.PPC64, Architecture.PPC64, Architecture.S390X,
            Architecture.LOONGARCH64);
        assertThat(Stream.of("x86", "arm", "i386", "mips64", "").map(Architecture::of))
            .containsOnly(Architecture.OTHER);
    }

    static Stream<Arguments> everyOffsetAndByteOrder() {
        return IntStream.range(0, 64).boxed().flatMap(offset -> Stream.of(ByteOrder.LITTLE_ENDIAN,
            ByteOrder.BIG_ENDIAN).map(order -> Arguments.of(offset, order)));
    }

    @ParameterizedTest
    @MethodSource("everyOffsetAndByteOrder")
    void shouldAskForEveryMixtureThatMemoryCanHold(int offset, ByteOrder order) {
        BitSet seams = Seams.legal(offset, Width.LONG, false);
        Generations generations = Generations.alternating(1, offset);
        long[] candidates = Seams.candidates(generations, seams, order);
        assertThat(candidates).hasSize(2 * seams.cardinality());
        if (!seams.isEmpty()) {
            assertThat(candidates[0] ^ candidates[1]).as("the two mixtures are each other's inverse").isEqualTo(-1L);
            assertThat(candidates).containsExactlyInAnyOrder(
                inMemory(generations, 0, seams.nextSetBit(0), order),
                inMemory(generations, 1, seams.nextSetBit(0), order));
        }
    }

    @Test
    void shouldMixValuesOfDifferentWritersToo() {
        Generations generations = Generations.alternating(2, 1);
        assertThat(Seams.candidates(generations, bits(4), ByteOrder.LITTLE_ENDIAN)).hasSize(4 * 3);
    }

    /** Builds the mixture byte by byte in a buffer, which is what memory does. */
    private static long inMemory(Generations generations, int low, int seam, ByteOrder order) {
        ByteBuffer memory = ByteBuffer.allocate(Long.BYTES).order(order);
        for (int i = 0; i < Long.BYTES; i++) {
            memory.put(i, (byte) generations.table(0)[i < seam ? low : 1 - low]);
        }
        return memory.getLong(0);
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        IntStream.of(set).forEach(bits::set);
        return bits;
    }
}
