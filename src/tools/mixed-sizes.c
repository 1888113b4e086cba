// SPDX-License-Identifier: Apache-2.0
/*
 * Tests accesses of two sizes to the same bytes, without a JVM. In each round, two threads access fresh memory at about
 * the same time: a whole value of two halves, both old. Each value is on a page of its own, so that both threads miss
 * the cache for it, and its address is loaded just before. Every few rounds the threads wait for each other; each tells
 * its progress on a line of its own.
 *
 * A program whose threads hardly overlap sees nothing, whatever the CPU does. So run "other" first, the known case with
 * one size, and "own" across a line (offset 60): what sees none there is blind.
 *
 * Usage: mixed-sizes SHAPE BYTES ROUNDS CPU CPU OFFSET...
 *   SHAPE    what the threads do; X and Y are the low and the high half
 *     own          one stores X, the other Y; then each loads the whole value
 *     between      the same, but each loads its own half before the whole value
 *     fenced       as own, with a locked instruction between store and load
 *     other        one stores X and loads Y, the other stores Y and loads X
 *     stored-low   one stores X, then Y; the other loads the whole value
 *     stored-high  one stores Y, then X; the other loads the whole value
 *     loaded-low   one stores the whole value; the other loads X, then Y
 *     loaded-high  one stores the whole value; the other loads Y, then X
 *   BYTES    size of the whole value: 2, 4, 8, or 16 for an aligned vector, which is loaded but not stored
 *   CPU      the CPUs of the two threads
 *   OFFSET   bytes from the start of a page, at most 4096; 60 puts a value of 8 bytes across two lines
 *
 * Prints, for each offset, the rounds in which the first thread saw X new and Y new (one digit each, 1 for new) and the
 * second thread likewise, as "OFFSET FIRST SECOND COUNT". A thread that loads nothing prints "-". For own, "10 01" means
 * that each thread saw only its own store: there is no order of the two stores that both agree on.
 *
 * Exit codes: 0 printed, 1 cannot run here, 2 wrong usage.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define LINE 64
#define PAGE 4096
/* Two pages for a value, so that it can lie across the first one's end. */
#define STRIDE (2 * PAGE)
/* Many enough that no value is still in a first-level cache when its turn comes again. */
#define VALUES 2048
/* Values between two meetings: few, so that both threads reach each at about the same time. */
#define GROUP 4
/* A value that a thread did not load. */
#define NOTHING 4

/* Where a value is, on a line of its own: loading it delays both threads alike. */
struct place {
    _Alignas(LINE) char *value;
};

/* How often a thread has arrived at a meeting. */
struct progress {
    _Alignas(2 * LINE) atomic_long meetings;
};

static char *region;
static const char *shape;
static int half, offset;
static long passes;
static int cpus[2];
static struct place places[VALUES];
static struct progress progress[2];
static uint8_t seen[2][VALUES];
static long counts[NOTHING + 1][NOTHING + 1];

static void store_half(char *at) {
    switch (half) {
    case 1: __asm__ volatile("movb $1, %0" : "=m"(*(uint8_t *) at)); break;
    case 2: __asm__ volatile("movw %1, %0" : "=m"(*(uint16_t *) at) : "r"((uint16_t) 1)); break;
    case 4: __asm__ volatile("movl $1, %0" : "=m"(*(uint32_t *) at)); break;
    default: __asm__ volatile("movq $1, %0" : "=m"(*(uint64_t *) at)); break;
    }
}

static int load_half(const char *at) {
    uint64_t found;
    switch (half) {
    case 1: __asm__ volatile("movzbl %1, %k0" : "=r"(found) : "m"(*(const uint8_t *) at)); break;
    case 2: __asm__ volatile("movzwl %1, %k0" : "=r"(found) : "m"(*(const uint16_t *) at)); break;
    case 4: __asm__ volatile("movl %1, %k0" : "=r"(found) : "m"(*(const uint32_t *) at)); break;
    default: __asm__ volatile("movq %1, %0" : "=r"(found) : "m"(*(const uint64_t *) at)); break;
    }
    return found != 0;
}

/* Each half is 1 in its lowest byte once it is stored. */
static void store_whole(char *at) {
    switch (half) {
    case 1: __asm__ volatile("movw %1, %0" : "=m"(*(uint16_t *) at) : "r"((uint16_t) 0x0101)); break;
    case 2: __asm__ volatile("movl %1, %0" : "=m"(*(uint32_t *) at) : "r"(0x00010001)); break;
    default: __asm__ volatile("movq %1, %0" : "=m"(*(uint64_t *) at) : "r"(UINT64_C(0x100000001))); break;
    }
}

/* Bit 0: the low half is new; bit 1: the high half is. */
static int load_whole(const char *at) {
    uint64_t low, high;
    if (half == 8) {
        __asm__ volatile("movdqa %2, %%xmm0\n\tmovq %%xmm0, %0\n\tpunpckhqdq %%xmm0, %%xmm0\n\tmovq %%xmm0, %1"
            : "=r"(low), "=r"(high) : "m"(*(const char(*)[16]) at) : "xmm0");
    } else {
        uint64_t found;
        switch (half) {
        case 1: __asm__ volatile("movzwl %1, %k0" : "=r"(found) : "m"(*(const uint16_t *) at)); break;
        case 2: __asm__ volatile("movl %1, %k0" : "=r"(found) : "m"(*(const uint32_t *) at)); break;
        default: __asm__ volatile("movq %1, %0" : "=r"(found) : "m"(*(const uint64_t *) at)); break;
        }
        low = found & 1;
        high = found >> 8 * half;
    }
    return (low != 0) | (high != 0) << 1;
}

static int is(const char *name) {
    return strcmp(shape, name) == 0;
}

static void locked_instruction(void) {
    __asm__ volatile("lock; addl $0, -64(%%rsp)" ::: "memory", "cc");
}

/* One function per shape and thread, so that nothing stands between the accesses but what the shape asks for. */
#define ACTION(NAME, ...) static int NAME(char *at) { char *x = at, *y = at + half; (void) x; (void) y; __VA_ARGS__ }
ACTION(own_x, store_half(x); return load_whole(at);)
ACTION(own_y, store_half(y); return load_whole(at);)
ACTION(between_x, store_half(x); load_half(x); return load_whole(at);)
ACTION(between_y, store_half(y); load_half(y); return load_whole(at);)
ACTION(fenced_x, store_half(x); locked_instruction(); return load_whole(at);)
ACTION(fenced_y, store_half(y); locked_instruction(); return load_whole(at);)
ACTION(other_x, store_half(x); return 1 | load_half(y) << 1;)
ACTION(other_y, store_half(y); return 2 | load_half(x);)
ACTION(store_low_first, store_half(x); store_half(y); return NOTHING;)
ACTION(store_high_first, store_half(y); store_half(x); return NOTHING;)
ACTION(store_all, store_whole(at); return NOTHING;)
ACTION(load_all, return load_whole(at);)
ACTION(load_low_first, int low = load_half(x); return low | load_half(y) << 1;)
ACTION(load_high_first, int high = load_half(y); return load_half(x) | high << 1;)

static const struct {
    const char *name;
    int (*first)(char *);
    int (*second)(char *);
} SHAPES[] = {
    {"own", own_x, own_y},
    {"between", between_x, between_y},
    {"fenced", fenced_x, fenced_y},
    {"other", other_x, other_y},
    {"stored-low", store_low_first, load_all},
    {"stored-high", store_high_first, load_all},
    {"loaded-low", store_all, load_low_first},
    {"loaded-high", store_all, load_high_first},
};
#define SHAPE_COUNT ((int) (sizeof SHAPES / sizeof SHAPES[0]))

static void meet(int thread) {
    long mine = atomic_load_explicit(&progress[thread].meetings, memory_order_relaxed) + 1;
    atomic_store_explicit(&progress[thread].meetings, mine, memory_order_release);
    while (atomic_load_explicit(&progress[1 - thread].meetings, memory_order_acquire) < mine) {
        __asm__ volatile("pause");
    }
}

/* Counts what both threads saw, and makes all values old again. */
static void finish_pass(void) {
    for (int i = 0; i < VALUES; i++) {
        counts[seen[0][i]][seen[1][i]]++;
        memset(places[i].value, 0, (size_t) (2 * half));
    }
}

static void *run(void *given) {
    int thread = *(int *) given;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpus[thread], &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        perror("sched_setaffinity");
        exit(1);
    }
    int (*action)(char *) = NULL;
    for (int i = 0; i < SHAPE_COUNT; i++) {
        if (is(SHAPES[i].name)) {
            action = thread == 0 ? SHAPES[i].first : SHAPES[i].second;
        }
    }
    for (long pass = 0; pass < passes; pass++) {
        for (int i = 0; i < VALUES; i++) {
            if (i % GROUP == 0) {
                meet(thread);
            }
            seen[thread][i] = (uint8_t) action(*(char *volatile *) &places[i].value);
        }
        meet(thread);
        /* In turn, so that the values are not always in the same core's cache. */
        if (thread == pass % 2) {
            finish_pass();
        }
        meet(thread);
    }
    return NULL;
}

static const char *digits(int bits) {
    static const char *const NAMES[] = {"00", "10", "01", "11", "-"};
    return NAMES[bits];
}

static void count(void) {
    static int numbers[] = {0, 1};
    memset(counts, 0, sizeof counts);
    memset(region, 0, VALUES * (size_t) STRIDE);
    for (int i = 0; i < VALUES; i++) {
        places[i].value = region + i * (size_t) STRIDE + offset;
    }
    pthread_t other;
    if (pthread_create(&other, NULL, run, &numbers[1]) != 0) {
        perror("pthread_create");
        exit(1);
    }
    run(&numbers[0]);
    pthread_join(other, NULL);
    for (int first = 0; first <= NOTHING; first++) {
        for (int second = 0; second <= NOTHING; second++) {
            if (counts[first][second] > 0) {
                printf("%d %s %s %ld\n", offset, digits(first), digits(second), counts[first][second]);
            }
        }
    }
    fflush(stdout);
}

static long number(const char *given, long least, long most) {
    char *end;
    long value = strtol(given, &end, 10);
    if (*given == '\0' || *end != '\0' || value < least || value > most) {
        fprintf(stderr, "mixed-sizes: '%s': give %ld to %ld\n", given, least, most);
        exit(2);
    }
    return value;
}

int main(int count_of, char **given) {
    if (count_of < 7) {
        fprintf(stderr, "usage: mixed-sizes SHAPE BYTES ROUNDS CPU CPU OFFSET...\n");
        return 2;
    }
    shape = given[1];
    int known = 0;
    for (int i = 0; i < SHAPE_COUNT; i++) {
        known |= is(SHAPES[i].name);
    }
    int bytes = (int) number(given[2], 2, 16);
    if (!known || (bytes & (bytes - 1)) != 0 || (bytes == 16 && strncmp(shape, "loaded", 6) == 0)) {
        fprintf(stderr, "mixed-sizes: '%s' of %d bytes: see the comment in the source\n", shape, bytes);
        return 2;
    }
    half = bytes / 2;
    passes = (number(given[3], 1, 1000000000) + VALUES - 1) / VALUES;
    cpus[0] = (int) number(given[4], 0, 1023);
    cpus[1] = (int) number(given[5], 0, 1023);
    region = mmap(NULL, VALUES * (size_t) STRIDE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region == MAP_FAILED) {
        perror("mmap");
        return 1;
    }
    for (int i = 6; i < count_of; i++) {
        offset = (int) number(given[i], 0, bytes == 16 ? 0 : PAGE);
        count();
    }
    return 0;
}
