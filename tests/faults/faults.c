// Loaded before the C library (LD_PRELOAD): lets the nth call of a function fail.
//
//   COMBAT_ODDS_FAULT=fsync:2:EIO        the second fsync fails with EIO
//   COMBAT_ODDS_FAULT=fwrite:3+:ENOSPC   the third fwrite and all after it
//   COMBAT_ODDS_FAULT_IN=rsvg-convert    in the program of that name only
//   COMBAT_ODDS_RACE=FOLDER              as two folders change places, the second turns into a link to this one
//   COMBAT_ODDS_FAULT_COUNTS=FILE        how often each was called goes there, "fsync 5" a line
//
// malloc counts from the first file that is opened on: before that, nothing was begun. Where the solver
// of 'plan' asks for memory it is given: COIN-OR's own destructors crash without. Each function
// fails as its manual says, with nothing done.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum Function {
  FOPEN_WRITE, MKDIR, MKDIRAT, WRITE, FWRITE, FFLUSH, FSYNC, FCLOSE, CLOSE, RENAME, RENAMEAT2, LINKAT,
  FCHMOD, FLOCK, REALPATH, READ, TMPFILE, SPAWN, THREAD, MALLOC, FUNCTIONS
};
static const char* const names[FUNCTIONS] = {
    "open",  "mkdir",  "mkdirat", "write", "fwrite",   "fflush", "fsync",   "fclose", "close",  "rename",
    "renameat2", "linkat", "fchmod", "flock", "realpath", "read",   "tmpfile", "spawn",  "thread", "malloc"};
static atomic_long calls[FUNCTIONS];
static atomic_int begun;

static int failing = -1;
static long first_failure;
static int failing_on;
static int error_number = EIO;

static int number_of(const char* name) {
  static const struct {
    const char* name;
    int number;
  } known[] = {{"EIO", EIO}, {"ENOSPC", ENOSPC}, {"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN},
               {"EACCES", EACCES}, {"EROFS", EROFS}, {"EINVAL", EINVAL}, {"EXDEV", EXDEV},
               {"EPERM", EPERM}, {"EMFILE", EMFILE}, {"ENOLCK", ENOLCK}, {"EINTR", EINTR}};
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
    if (strcmp(known[i].name, name) == 0) return known[i].number;
  }
  return EIO;
}

__attribute__((constructor)) static void read_wishes(void) {
  void* frame;
  backtrace(&frame, 1);  // the first call loads a library, which asks for memory
  const char* const wish = getenv("COMBAT_ODDS_FAULT");
  const char* const program = getenv("COMBAT_ODDS_FAULT_IN");
  if (wish == NULL || (program != NULL && strcmp(program, program_invocation_short_name) != 0)) return;
  char name[32] = "";
  char error[32] = "";
  if (sscanf(wish, "%31[^:]:%ld", name, &first_failure) != 2) return;
  const char* const rest = strrchr(wish, ':');
  failing_on = rest > wish && rest[-1] == '+';
  if (sscanf(rest + 1, "%31s", error) == 1) error_number = number_of(error);
  for (int i = 0; i < FUNCTIONS; ++i) {
    if (strcmp(names[i], name) == 0) failing = i;
  }
}

__attribute__((destructor)) static void write_counts(void) {
  const char* const path = getenv("COMBAT_ODDS_FAULT_COUNTS");
  const char* const program = getenv("COMBAT_ODDS_FAULT_IN");
  if (path == NULL || (program != NULL && strcmp(program, program_invocation_short_name) != 0)) return;
  FILE* const file = fopen(path, "w");
  if (file == NULL) return;
  for (int i = 0; i < FUNCTIONS; ++i) fprintf(file, "%s %ld\n", names[i], (long)calls[i]);
  fclose(file);
}

static int fails(enum Function function) {
  const long call = atomic_fetch_add(&calls[function], 1) + 1;
  if ((int)function != failing) return 0;
  const int now = failing_on ? call >= first_failure : call == first_failure;
  if (now) errno = error_number;
  return now;
}

/// Whether a library of COIN-OR is among the callers.
static int inside_solver(void) {
  void* frames[64];
  const int depth = backtrace(frames, 64);
  for (int i = 0; i < depth; ++i) {
    Dl_info of;
    if (dladdr(frames[i], &of) == 0 || of.dli_fname == NULL) continue;
    if (strstr(of.dli_fname, "libCbc") != NULL || strstr(of.dli_fname, "libClp") != NULL ||
        strstr(of.dli_fname, "libCgl") != NULL || strstr(of.dli_fname, "libOsi") != NULL ||
        strstr(of.dli_fname, "libCoinUtils") != NULL) {
      return 1;
    }
  }
  return 0;
}

#define REAL(type, name, ...)                                      \
  static type (*real)(__VA_ARGS__);                                \
  if (real == NULL) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

int open(const char* path, int flags, ...) {
  REAL(int, "open", const char*, int, ...);
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  atomic_store(&begun, 1);
  if ((flags & O_ACCMODE) != O_RDONLY && fails(FOPEN_WRITE)) return -1;
  return real(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  REAL(int, "openat", int, const char*, int, ...);
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if ((flags & O_ACCMODE) != O_RDONLY && fails(FOPEN_WRITE)) return -1;
  return real(folder, path, flags, mode);
}
int mkdir(const char* path, mode_t mode) {
  REAL(int, "mkdir", const char*, mode_t);
  return fails(MKDIR) ? -1 : real(path, mode);
}
int mkdirat(int folder, const char* path, mode_t mode) {
  REAL(int, "mkdirat", int, const char*, mode_t);
  return fails(MKDIRAT) ? -1 : real(folder, path, mode);
}
ssize_t write(int file, const void* from, size_t size) {
  REAL(ssize_t, "write", int, const void*, size_t);
  // On standard error a complaint may stand; whoever reads it wants to see it.
  return file != 2 && fails(WRITE) ? -1 : real(file, from, size);
}
ssize_t read(int file, void* to, size_t size) {
  REAL(ssize_t, "read", int, void*, size_t);
  return fails(READ) ? -1 : real(file, to, size);
}
size_t fwrite(const void* from, size_t size, size_t count, FILE* file) {
  REAL(size_t, "fwrite", const void*, size_t, size_t, FILE*);
  return file != stderr && fails(FWRITE) ? 0 : real(from, size, count, file);
}
int fflush(FILE* file) {
  REAL(int, "fflush", FILE*);
  return file != stderr && fails(FFLUSH) ? EOF : real(file);
}
int fsync(int file) {
  REAL(int, "fsync", int);
  return fails(FSYNC) ? -1 : real(file);
}
int fclose(FILE* file) {
  REAL(int, "fclose", FILE*);
  const int failed = fails(FCLOSE);
  const int error = errno;
  const int result = real(file);  // closed it is in any case
  if (failed) errno = error;
  return failed ? EOF : result;
}
int close(int file) {
  REAL(int, "close", int);
  const int failed = fails(CLOSE);
  const int error = errno;
  const int result = real(file);
  if (failed) errno = error;
  return failed ? -1 : result;
}
int rename(const char* from, const char* to) {
  REAL(int, "rename", const char*, const char*);
  return fails(RENAME) ? -1 : real(from, to);
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  REAL(int, "renameat", int, const char*, int, const char*);
  return fails(RENAME) ? -1 : real(from_folder, from, to_folder, to);
}
/// What somebody else does between the last look and the exchange: a link to COMBAT_ODDS_RACE stands
/// where the folder stood, which is moved away.
static void race(int folder, const char* name) {
  const char* const victim = getenv("COMBAT_ODDS_RACE");
  static atomic_int done;
  if (victim == NULL || atomic_exchange(&done, 1) != 0) return;
  char moved[256];
  snprintf(moved, sizeof moved, "%s.moved", name);
  REAL(int, "renameat", int, const char*, int, const char*);
  if (real(folder, name, folder, moved) != 0 || symlinkat(victim, folder, name) != 0) abort();
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  REAL(int, "renameat2", int, const char*, int, const char*, unsigned);
  if (flags == RENAME_EXCHANGE) race(to_folder, to);
  return fails(RENAMEAT2) ? -1 : real(from_folder, from, to_folder, to, flags);
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  REAL(int, "linkat", int, const char*, int, const char*, int);
  return fails(LINKAT) ? -1 : real(from_folder, from, to_folder, to, flags);
}
int fchmod(int file, mode_t mode) {
  REAL(int, "fchmod", int, mode_t);
  return fails(FCHMOD) ? -1 : real(file, mode);
}
int flock(int file, int how) {
  REAL(int, "flock", int, int);
  return fails(FLOCK) ? -1 : real(file, how);
}
char* realpath(const char* path, char* to) {
  REAL(char*, "realpath", const char*, char*);
  return fails(REALPATH) ? NULL : real(path, to);
}
FILE* tmpfile(void) {
  REAL(FILE*, "tmpfile", void);
  return fails(TMPFILE) ? NULL : real();
}
int posix_spawnp(pid_t* child, const char* program, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  REAL(int, "posix_spawnp", pid_t*, const char*, const posix_spawn_file_actions_t*,
       const posix_spawnattr_t*, char* const[], char* const[]);
  return fails(SPAWN) ? error_number : real(child, program, actions, attributes, arguments, environment);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* with) {
  REAL(int, "pthread_create", pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return fails(THREAD) ? error_number : real(thread, attributes, start, with);
}
void* malloc(size_t size) {
  REAL(void*, "malloc", size_t);
  return atomic_load(&begun) && fails(MALLOC) && !inside_solver() ? NULL : real(size);
}
