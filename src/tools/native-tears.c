// SPDX-License-Identifier: Apache-2.0
/*
 * Tests for tears without a JVM: one thread stores a value, and another reads it. Counts reads that differ from the
 * previous read (changes) and reads with bytes of two stores (torn).
 *
 * Usage: native-tears WRITE READ BEFORE BYTES MEMORY MILLIS CPU CPU OFFSET...
 *   WRITE    mov or cmpxchg (locked); halves: two stores, the low half first; vector16, vector32 or vector64: a vector
 *            of this size in bytes
 *   READ     mov, cmpxchg (locked) or a vector
 *   BEFORE   how to make the reader fetch the second line of a value before each access. evict: the reader reads a line
 *            in each of 64 other pages, which compete with that line for a set of the L1 cache; flush: the reader
 *            stores to the first line and flushes the second (clflush); writer: the writer does the same before each
 *            store
 *   BYTES    2, 4 or 8
 *   MEMORY   base: anonymous pages; processes: shared by two processes
 *   MILLIS   duration per offset
 *   CPU      the CPUs of the writer and the reader
 *   OFFSET   bytes from the start of a page; with a vector OFFSET:CUT: the vector is at OFFSET, and the 8 bytes of
 *            the other side are centered at its byte CUT
 *
 * Prints offset, changes, torn, reversed and first per offset. Reversed counts torn values with a new high half and an
 * old low half. After a write in halves, x86-64 shows one only to a load in two parts, because stores become visible in
 * order. First is the time to the first torn value in ns, or -1.
 * Exit codes: 0 printed, 1 cannot run here, 2 wrong usage.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096
#define LINE 64
#define LINES 64
/* Accesses between checks of the stop flag and the clock: under a millisecond even if a lock takes 15 us. */
#define BATCH 32

typedef struct {
    _Atomic int stop;
    _Atomic int ready;
    uint64_t changes;
    uint64_t torn;
    uint64_t reversed;
    int64_t first;
} shared;

static shared *state;
static char *value;
static char *evicting;
static int write_locks, write_halves, read_locks, flushes, writer_flushes, bytes, writer_cpu, reader_cpu;
/* The size of the vector on each side, or 0. The 8 bytes of the other side start at byte "inside" of the vector. */
static int write_vector, read_vector, inside;
static long millis;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void pin(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        fail("sched_setaffinity");
    }
}

static int64_t nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* In assembly, so that each access is exactly one instruction at any address. */
#define ACCESSES(BITS, SUFFIX) \
    static void mov_store##BITS(uint64_t next) { \
        __asm__ volatile("mov" SUFFIX " %1, %0" : "=m"(*(uint##BITS##_t *) value) : "r"((uint##BITS##_t) next)); \
    } \
    static uint64_t mov_load##BITS(void) { \
        uint##BITS##_t seen; \
        __asm__ volatile("mov" SUFFIX " %1, %0" : "=r"(seen) : "m"(*(uint##BITS##_t *) value)); \
        return seen; \
    } \
    static uint64_t locked##BITS(uint64_t expected, uint64_t next) { \
        uint##BITS##_t seen = (uint##BITS##_t) expected; \
        __asm__ volatile("lock cmpxchg" SUFFIX " %2, %1" : "+a"(seen), "+m"(*(uint##BITS##_t *) value) \
            : "r"((uint##BITS##_t) next) : "cc", "memory"); \
        return seen; \
    }

ACCESSES(16, "w")
ACCESSES(32, "l")
ACCESSES(64, "q")

static void vector_store(uint64_t next) {
    char *at = value - inside;
    if (write_vector == 64) {
        __asm__ volatile("vpbroadcastq %1, %%zmm0\n\tvmovdqu64 %%zmm0, %0" : "=m"(*(char(*)[64]) at) : "r"(next) : "xmm0");
    } else if (write_vector == 32) {
        __asm__ volatile("vmovq %1, %%xmm0\n\tvpbroadcastq %%xmm0, %%ymm0\n\tvmovdqu %%ymm0, %0"
            : "=m"(*(char(*)[32]) at) : "r"(next) : "xmm0");
    } else {
        __asm__ volatile("vmovq %1, %%xmm0\n\tvpbroadcastq %%xmm0, %%xmm0\n\tvmovdqu %%xmm0, %0"
            : "=m"(*(char(*)[16]) at) : "r"(next) : "xmm0");
    }
}

static uint64_t vector_load(void) {
    char *at = value - inside;
    char seen[64];
    uint64_t part;
    if (read_vector == 64) {
        __asm__ volatile("vmovdqu64 %1, %%zmm0\n\tvmovdqu64 %%zmm0, %0" : "=m"(seen) : "m"(*(char(*)[64]) at) : "xmm0");
    } else if (read_vector == 32) {
        __asm__ volatile("vmovdqu %1, %%ymm0\n\tvmovdqu %%ymm0, %0" : "=m"(seen) : "m"(*(char(*)[32]) at) : "xmm0");
    } else {
        __asm__ volatile("vmovdqu %1, %%xmm0\n\tvmovdqu %%xmm0, %0" : "=m"(seen) : "m"(*(char(*)[16]) at) : "xmm0");
    }
    memcpy(&part, seen + inside, sizeof part);
    return part;
}

static void store_halves(uint64_t next) {
    if (bytes == 8) {
        __asm__ volatile("movl %k1, %0" : "=m"(*(uint32_t *) value) : "r"(next));
        __asm__ volatile("movl %k1, %0" : "=m"(*(uint32_t *) (value + 4)) : "r"(next));
    } else if (bytes == 4) {
        __asm__ volatile("movw %w1, %0" : "=m"(*(uint16_t *) value) : "r"(next));
        __asm__ volatile("movw %w1, %0" : "=m"(*(uint16_t *) (value + 2)) : "r"(next));
    } else {
        __asm__ volatile("movb %b1, %0" : "=m"(*(uint8_t *) value) : "q"(next));
        __asm__ volatile("movb %b1, %0" : "=m"(*(uint8_t *) (value + 1)) : "q"(next));
    }
}

static void store(uint64_t last, uint64_t next) {
    if (write_vector) {
        vector_store(next);
    } else if (write_halves) {
        store_halves(next);
    } else if (write_locks) {
        bytes == 8 ? locked64(last, next) : bytes == 4 ? locked32(last, next) : locked16(last, next);
    } else {
        bytes == 8 ? mov_store64(next) : bytes == 4 ? mov_store32(next) : mov_store16(next);
    }
}

static uint64_t load(void) {
    if (read_vector) {
        return vector_load();
    }
    if (read_locks) {
        return bytes == 8 ? locked64(0, 0) : bytes == 4 ? locked32(0, 0) : locked16(0, 0);
    }
    return bytes == 8 ? mov_load64() : bytes == 4 ? mov_load32() : mov_load16();
}

/* The first byte of the first line is unused unless the value starts there. */
static void flush(void) {
    char *last = value + bytes - 1;
    if ((uintptr_t) value % LINE != 0) {
        *(volatile char *) ((uintptr_t) value & -(uintptr_t) LINE) = 1;
    }
    __asm__ volatile("clflush %0" : "+m"(*last));
}

static void prepare(void) {
    if (flushes) {
        flush();
    } else if (!writer_flushes) {
        for (int line = 0; line < LINES; line++) {
            (void) *(volatile char *) (evicting + (size_t) line * PAGE);
        }
    }
}

/* Each value is a repeated byte that differs from the previous one and from the initial zero. */
static void *write_values(void *unused) {
    (void) unused;
    pin(writer_cpu);
    uint64_t last = 0;
    uint64_t byte = 0;
    while (!atomic_load(&state->stop)) {
        for (int i = 0; i < BATCH; i++) {
            byte = byte % 255 + 1;
            uint64_t next = byte * UINT64_C(0x0101010101010101) >> (64 - 8 * bytes);
            if (writer_flushes) {
                flush();
            }
            store(last, next);
            last = next;
        }
        atomic_store(&state->ready, 1);
    }
    return NULL;
}

/* Whether the high byte is newer than the low one: at most half a cycle of 255 bytes ahead. */
static int is_reversed(uint64_t low, uint64_t high) {
    uint64_t ahead = (high + 255 - low) % 255;
    return ahead > 0 && ahead < 128;
}

static void read_values(void) {
    pin(reader_cpu);
    uint64_t one_byte = UINT64_C(0x0101010101010101) >> (64 - 8 * bytes);
    uint64_t before = 0, changes = 0, torn = 0, reversed = 0;
    while (!atomic_load(&state->ready)) {
        sched_yield();
    }
    int64_t start = nanos();
    int64_t first = -1;
    while (nanos() < start + millis * 1000000) {
        for (int i = 0; i < BATCH; i++) {
            prepare();
            uint64_t seen = load();
            changes += seen != before;
            torn += seen != (seen & 0xff) * one_byte;
            reversed += is_reversed(seen & 0xff, seen >> (8 * bytes - 8));
            before = seen;
        }
        if (torn > 0 && first < 0) {
            first = nanos() - start;
        }
    }
    state->changes = changes;
    state->torn = torn;
    state->reversed = reversed;
    state->first = first;
}

static char *map(size_t length, int sharing) {
    char *at = mmap(NULL, length, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
        fail("mmap");
    }
    return at;
}

/* With two processes, the writer is a child that dies with its parent. */
static void count(int processes) {
    state->ready = state->stop = 0;
    pthread_t thread;
    pid_t child = 0;
    if (processes) {
        if ((child = fork()) == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            write_values(NULL);
            _exit(0);
        }
        if (child < 0) {
            fail("fork");
        }
    } else if (pthread_create(&thread, NULL, write_values, NULL) != 0) {
        fail("pthread_create");
    }
    read_values();
    state->stop = 1;
    if (processes) {
        waitpid(child, NULL, 0);
    } else {
        pthread_join(thread, NULL);
    }
}

/* Returns the size of a vector, or 0 for other accesses. */
static int vector_of(const char *given) {
    int width = strncmp(given, "vector", 6) == 0 ? atoi(given + 6) : 0;
    if (width != 0 && (width == 64 ? !__builtin_cpu_supports("avx512f")
            : (width != 16 && width != 32) || !__builtin_cpu_supports("avx2"))) {
        fprintf(stderr, "native-tears: '%s': not supported by this CPU\n", given);
        exit(1);
    }
    return width;
}

static int one_of(const char *given, const char *first, const char *second) {
    if (strcmp(given, first) != 0 && strcmp(given, second) != 0) {
        fprintf(stderr, "native-tears: '%s': give %s or %s\n", given, first, second);
        exit(2);
    }
    return strcmp(given, second) == 0;
}

int main(int count_of, char **given) {
    if (count_of < 10) {
        fprintf(stderr, "usage: native-tears WRITE READ BEFORE BYTES MEMORY MILLIS CPU CPU OFFSET...\n");
        return 2;
    }
    write_vector = vector_of(given[1]);
    read_vector = vector_of(given[2]);
    write_halves = strcmp(given[1], "halves") == 0;
    write_locks = !write_vector && !write_halves && one_of(given[1], "mov", "cmpxchg");
    read_locks = !read_vector && one_of(given[2], "mov", "cmpxchg");
    writer_flushes = strcmp(given[3], "writer") == 0;
    flushes = !writer_flushes && one_of(given[3], "evict", "flush");
    bytes = atoi(given[4]);
    int processes = one_of(given[5], "base", "processes");
    millis = atol(given[6]);
    writer_cpu = atoi(given[7]);
    reader_cpu = atoi(given[8]);
    if (bytes != 2 && bytes != 4 && bytes != 8) {
        fprintf(stderr, "native-tears: '%s' bytes: give 2, 4 or 8\n", given[4]);
        return 2;
    }
    state = (shared *) map(PAGE, MAP_SHARED);
    char *others = map((LINES + 2) * PAGE, MAP_PRIVATE);
    memset(others, 1, (LINES + 2) * PAGE);
    for (int i = 9; i < count_of; i++) {
        char *colon = strchr(given[i], ':');
        inside = colon ? atoi(colon + 1) - bytes / 2 : 0;
        long offset = atol(given[i]) + inside;
        if (inside < 0 || offset < 0 || offset > 2 * PAGE - bytes) {
            fprintf(stderr, "native-tears: offset %s: give 0 to %d\n", given[i], 2 * PAGE - bytes);
            return 2;
        }
        /* Each offset gets new pages, as the rate of tears depends on them. */
        char *region = map(3 * PAGE, processes ? MAP_SHARED : MAP_PRIVATE);
        memset(region, 0, 3 * PAGE);
        value = region + offset;
        evicting = others + ((offset + bytes - 1) % PAGE & -LINE);
        count(processes);
        printf("%s %lu %lu %lu %ld\n", given[i], (unsigned long) state->changes, (unsigned long) state->torn,
            (unsigned long) state->reversed, (long) state->first);
        fflush(stdout);
        munmap(region, 3 * PAGE);
    }
    return 0;
}
