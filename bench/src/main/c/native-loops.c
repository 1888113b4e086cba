// SPDX-License-Identifier: Apache-2.0
/*
 * The loads and stores of the offset grid without a JVM: 8, 4 and 2 bytes at every offset of a line, to one place,
 * eight to a turn, as the loops of OffsetCost.java have them. Agreement within 20 % tells that those loops measure the
 * access and not the JVM around it.
 *
 * Usage: native-loops CPU LINE ROUNDS
 *   CPU     where to run; LINE bytes of a line; ROUNDS shots at each offset, offsets in turn
 *
 * Prints a line for each shot: load or store, bytes, the offset, picoseconds for one access.
 * Exit codes: 0 printed, 1 cannot run here, 2 wrong usage.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* As many as the Java loops make in one shot: far above the clock's own cost, far below a time slice. */
#define ACCESSES 500000
#define PAGE 4096

static int64_t nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* Bytes at any address: without this the compiler may take them for aligned. */
typedef uint64_t anywhere8 __attribute__((aligned(1), may_alias));
typedef uint32_t anywhere4 __attribute__((aligned(1), may_alias));
typedef uint16_t anywhere2 __attribute__((aligned(1), may_alias));

/* Keeps every access and emits nothing. Volatile would keep them, too, but gcc then does not join load and xor. */
#define KEEP __asm__ volatile("" ::: "memory")

/* Sums are as wide as the JVM's: of two bytes they are four, which takes an instruction more than the load. */
#define LOOPS(BYTES, SUM) \
    static uint64_t loads##BYTES(const char *address) { \
        const anywhere##BYTES *place = (const anywhere##BYTES *) address; \
        SUM a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0; \
        for (int i = 0; i < ACCESSES; i += 8) { \
            a ^= *place; KEEP; \
            b ^= *place; KEEP; \
            c ^= *place; KEEP; \
            d ^= *place; KEEP; \
            e ^= *place; KEEP; \
            f ^= *place; KEEP; \
            g ^= *place; KEEP; \
            h ^= *place; KEEP; \
        } \
        return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h; \
    } \
    static uint64_t stores##BYTES(char *address) { \
        anywhere##BYTES *place = (anywhere##BYTES *) address; \
        uint64_t value = (uint64_t) (uintptr_t) address; \
        for (int i = 0; i < ACCESSES; i += 8) { \
            *place = value; KEEP; \
            *place = value; KEEP; \
            *place = value; KEEP; \
            *place = value; KEEP; \
            *place = value; KEEP; \
            *place = value; KEEP; \
            *place = value; KEEP; \
            *place = value; KEEP; \
        } \
        return value; \
    }

LOOPS(8, uint64_t)
LOOPS(4, uint32_t)
LOOPS(2, uint32_t)

static const struct {
    int bytes;
    uint64_t (*loads)(const char *);
    uint64_t (*stores)(char *);
} WIDTHS[] = {{8, loads8, stores8}, {4, loads4, stores4}, {2, loads2, stores2}};

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: native-loops CPU LINE ROUNDS\n");
        return 2;
    }
    int cpu = atoi(words[1]), line = atoi(words[2]), rounds = atoi(words[3]);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) {
        perror("native-loops: cannot run on that CPU");
        return 1;
    }
    char *memory = aligned_alloc(PAGE, 2 * PAGE);
    if (memory == NULL) {
        return 1;
    }
    for (int i = 0; i < 2 * PAGE; i++) {
        memory[i] = 0;
    }
    uint64_t sum = 0;
    /* The first round is for the core's clock to rise and is not printed. */
    for (int round = -1; round < rounds; round++) {
        for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++) {
            for (int offset = 0; offset < line; offset++) {
                int64_t start = nanos();
                sum += WIDTHS[i].loads(memory + offset);
                int64_t between = nanos();
                sum += WIDTHS[i].stores(memory + offset);
                int64_t end = nanos();
                if (round >= 0) {
                    printf("load %d %d %lld\n", WIDTHS[i].bytes, offset,
                        (long long) ((between - start) * 1000 / ACCESSES));
                    printf("store %d %d %lld\n", WIDTHS[i].bytes, offset,
                        (long long) ((end - between) * 1000 / ACCESSES));
                }
            }
        }
    }
    free(memory);
    return sum == 1;
}
