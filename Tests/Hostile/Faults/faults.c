// Preloaded into the program: the Nth call of one system function fails, as STARMINE_FAULT says ("write:3:ENOSPC"), or
// all from the Nth on ("write:3+:ENOSPC").
//
// Calls count where they concern files under the folder STARMINE_FAULT_FOLDER, standard output, or no file at all
// (threads, large blocks of memory); what the system's libraries do with their own files is left alone. When the fault
// has happened, the file STARMINE_FAULT_LOG exists.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { most_files = 4096, large_block = 1 << 20 };

static char function[32];
static char folder[4096];
static int fault_error;
static int is_short, is_lasting;
static atomic_int remaining = -1;
static atomic_char is_ours[most_files];

static const struct { const char *name; int value; } errors[] = {
  {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EACCES", EACCES}, {"EMFILE", EMFILE}, {"EAGAIN", EAGAIN}, {"ENOMEM", ENOMEM},
  {"EXDEV", EXDEV}, {"ESPIPE", ESPIPE}, {"EINTR", EINTR},
};

// Standard output as the C library writes it, whose own calls cannot be wrapped.
static ssize_t write_output(void *unused, const char *bytes, size_t count) {
  (void)unused;
  size_t done = 0;
  while (done < count) {
    ssize_t written = write(STDOUT_FILENO, bytes + done, count - done);
    if (written < 0 && errno != EINTR) break;
    if (written > 0) done += written;
  }
  return done;
}

__attribute__((constructor)) static void prepare(void) {
  const char *fault = getenv("STARMINE_FAULT"), *under = getenv("STARMINE_FAULT_FOLDER");
  int number = 0;
  char error[16] = "";
  char plus[2] = "";
  if (!fault || !under) return;
  if (sscanf(fault, "%31[a-z_]:%d%1[+]:%15s", function, &number, plus, error) != 4 &&
      sscanf(fault, "%31[a-z_]:%d:%15s", function, &number, error) != 3) return;
  is_lasting = plus[0] == '+';
  if (!realpath(under, folder)) return;
  is_short = strcmp(error, "short") == 0;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (strcmp(errors[i].name, error) == 0) fault_error = errors[i].value;
  is_ours[STDOUT_FILENO] = 1;
  FILE *output = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_output});
  if (output) stdout = output;
  atomic_store(&remaining, number);
}

/// Whether this call of `name` is the one that fails.
static int fails(const char *name) {
  if (atomic_load(&remaining) <= 0 || strcmp(name, function) != 0) return 0;
  if (is_lasting && atomic_load(&remaining) == 1) {
    errno = fault_error;
  } else if (atomic_fetch_sub(&remaining, 1) != 1) {
    return 0;
  }
  const char *log = getenv("STARMINE_FAULT_LOG");
  if (log) syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, log, O_CREAT | O_WRONLY, 0600));
  errno = fault_error;
  return 1;
}

static int concerns(const char *path) {
  char full[8192];
  if (path[0] == '/') return strncmp(path, folder, strlen(folder)) == 0;
  if (!getcwd(full, sizeof full)) return 0;
  return strncmp(full, folder, strlen(folder)) == 0;
}

static int has_file(int file) { return file >= 0 && file < most_files && is_ours[file]; }

static int opened(int file, const char *path) {
  if (file >= 0 && file < most_files) is_ours[file] = concerns(path);
  return file;
}

#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int open_file(int directory, const char *path, int flags, int mode) {
  if (concerns(path) && fails("open")) return -1;
  return opened(syscall(SYS_openat, directory, path, flags, mode), path);
}

#define MODE(flags, last) \
  int mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { va_list list; va_start(list, last); mode = va_arg(list, int); va_end(list); }

int open(const char *path, int flags, ...) { MODE(flags, flags) return open_file(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) {
  MODE(flags, flags) return open_file(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
int openat(int directory, const char *path, int flags, ...) {
  MODE(flags, flags) return open_file(directory, path, flags, mode);
}
int openat64(int directory, const char *path, int flags, ...) {
  MODE(flags, flags) return open_file(directory, path, flags | O_LARGEFILE, mode);
}

ssize_t read(int file, void *bytes, size_t count) {
  if (has_file(file) && fails("read")) {
    if (!is_short) return -1;
    count = count / 2;
  }
  return ORIGINAL(read)(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (has_file(file) && fails("write")) {
    if (!is_short) return -1;
    count = (count + 1) / 2;
  }
  return ORIGINAL(write)(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  if (has_file(file) && fails("read")) {
    if (!is_short) return -1;
    count = count / 2;
  }
  return ORIGINAL(pread)(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  if (has_file(file) && fails("write")) {
    if (!is_short) return -1;
    count = (count + 1) / 2;
  }
  return ORIGINAL(pwrite)(file, bytes, count, offset);
}

// Short where it writes the first of several blocks alone.
ssize_t writev(int file, const struct iovec *blocks, int count) {
  if (has_file(file) && fails("write")) {
    if (!is_short) return -1;
    count = 1;
  }
  return ORIGINAL(writev)(file, blocks, count);
}

off_t lseek(int file, off_t offset, int from) {
  return has_file(file) && fails("lseek") ? -1 : ORIGINAL(lseek)(file, offset, from);
}
off64_t lseek64(int file, off64_t offset, int from) {
  return has_file(file) && fails("lseek") ? -1 : ORIGINAL(lseek64)(file, offset, from);
}
int ftruncate(int file, off_t size) {
  return has_file(file) && fails("ftruncate") ? -1 : ORIGINAL(ftruncate)(file, size);
}
int ftruncate64(int file, off64_t size) {
  return has_file(file) && fails("ftruncate") ? -1 : ORIGINAL(ftruncate64)(file, size);
}
int fdatasync(int file) { return has_file(file) && fails("fsync") ? -1 : ORIGINAL(fdatasync)(file); }
int fsync(int file) { return has_file(file) && fails("fsync") ? -1 : ORIGINAL(fsync)(file); }

int close(int file) {
  int is_failure = has_file(file) && fails("close");
  if (file >= 0 && file < most_files) is_ours[file] = file == STDOUT_FILENO;
  int result = ORIGINAL(close)(file);
  if (!is_failure) return result;
  errno = fault_error;
  return -1;
}

int rename(const char *from, const char *to) {
  return concerns(to) && fails("rename") ? -1 : ORIGINAL(rename)(from, to);
}
int renameat(int old, const char *from, int new, const char *to) {
  return concerns(to) && fails("rename") ? -1 : ORIGINAL(renameat)(old, from, new, to);
}
int renameat2(int old, const char *from, int new, const char *to, unsigned flags) {
  return concerns(to) && fails("rename") ? -1 : ORIGINAL(renameat2)(old, from, new, to, flags);
}
int mkdir(const char *path, mode_t mode) { return concerns(path) && fails("mkdir") ? -1 : ORIGINAL(mkdir)(path, mode); }

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  if (fails("pthread_create")) return fault_error;
  return ORIGINAL(pthread_create)(thread, attributes, body, argument);
}

// Large blocks of memory, whatever asks for them: the language, the libraries, tables that grow.
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static int is_missing(size_t size) { return size >= large_block && fails("malloc"); }

void *malloc(size_t size) { return is_missing(size) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  size_t bytes;
  int is_huge = __builtin_mul_overflow(count, size, &bytes);
  return !is_huge && is_missing(bytes) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) { return is_missing(size) ? NULL : __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) {
  return is_missing(size) ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = is_missing(size) ? NULL : __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}
