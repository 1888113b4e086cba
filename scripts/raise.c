// SPDX-License-Identifier: Apache-2.0
// Raises a signal and prints its siginfo as HotSpot does. Usage: raise CASE; the cases are listed at the end.
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

static const char *code_of(int signal, int code) {
  static const char *bus[] = {"", "BUS_ADRALN", "BUS_ADRERR", "BUS_OBJERR"};
  static const char *segv[] = {"", "SEGV_MAPERR", "SEGV_ACCERR"};
  if (code == SI_KERNEL) return "SI_KERNEL";
  if (code == SI_TKILL) return "SI_TKILL";
  if (code == SI_USER) return "SI_USER";
  if (signal == SIGBUS && code <= 3) return bus[code];
  return signal == SIGSEGV && code <= 2 ? segv[code] : "unknown";
}

static void print(int signal, siginfo_t *info, void *context) {
  (void)context;
#if defined(__x86_64__)
  /* The flag AC of the case "flag" would make printf fault. */
  __asm__ volatile("pushf\n andl $~0x40000, (%%rsp)\n popf" : : : "memory", "cc");
#endif
  struct utsname name;
  uname(&name);
  printf("siginfo: si_signo: %d (%s), si_code: %d (%s)", signal, signal == SIGBUS ? "SIGBUS" : "SIGSEGV",
         info->si_code, code_of(signal, info->si_code));
  if (info->si_code > 0) printf(", si_addr: 0x%016lx", (unsigned long)info->si_addr);
  printf("\nuname: %s %s\n", name.sysname, name.machine);
  fflush(stdout);
  _exit(0);
}

static _Alignas(64) char memory[128];

/* Behind the end of its file. */
static void shortened(void) {
  FILE *file = tmpfile();
  if (!file || ftruncate(fileno(file), 8192)) exit(2);
  volatile char *map = mmap(NULL, 8192, PROT_READ, MAP_SHARED, fileno(file), 0);
  if (map == MAP_FAILED || ftruncate(fileno(file), 0)) exit(2);
  (void)map[4099];
}

static void add(void) { __atomic_fetch_add((uint64_t *)(memory + 12), 1, __ATOMIC_SEQ_CST); }

static void cas(void) {
  uint64_t old = 0;
  __atomic_compare_exchange_n((uint64_t *)(memory + 12), &old, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static void null(void) { *(volatile char *)8 = 1; }

static void sent(void) { kill(getpid(), SIGBUS); }

#if defined(__aarch64__)
static void load(void) { __asm__ volatile("ldar x0, [%0]" : : "r"(memory + 12) : "x0", "memory"); }
#elif defined(__arm__)
static void load(void) { __asm__ volatile("ldrd r2, r3, [%0]" : : "r"(memory + 2) : "r2", "r3", "memory"); }
static void vector(void) {
  __asm__ volatile(".fpu neon\n vld1.64 {d0, d1}, [%0:128]" : : "r"(memory + 8) : "d0", "d1", "memory");
}
#elif defined(__x86_64__)
static void vector(void) { __asm__ volatile("movaps (%0), %%xmm0" : : "r"(memory + 8) : "xmm0", "memory"); }
static void flag(void) {
  __asm__ volatile("pushf\n orl $0x40000, (%%rsp)\n popf\n mov (%0), %%rax" : : "r"(memory + 4) : "rax", "memory", "cc");
}
static void stack(void) { __asm__ volatile("movabs $0x5555000000000000, %%rbp\n mov (%%rbp), %%rax" : : : "rax"); }
#endif

static const struct {
  const char *name;
  void (*raise)(void);
} CASES[] = {{"short", shortened}, {"add", add}, {"cas", cas}, {"null", null}, {"sent", sent},
#if defined(__aarch64__) || defined(__arm__)
             {"load", load},
#endif
#if defined(__arm__) || defined(__x86_64__)
             {"vector", vector},
#endif
#if defined(__x86_64__)
             {"flag", flag}, {"stack", stack},
#endif
};

int main(int count, char **arguments) {
  struct sigaction action = {.sa_sigaction = print, .sa_flags = SA_SIGINFO};
  sigaction(SIGBUS, &action, NULL);
  sigaction(SIGSEGV, &action, NULL);
  for (size_t i = 0; count == 2 && i < sizeof CASES / sizeof *CASES; i++) {
    if (!strcmp(arguments[1], CASES[i].name)) CASES[i].raise();
  }
  puts(count == 2 ? "no signal" : "raise: give one case");
  return count != 2;
}
