// Preloaded into the program: the Nth call of one system function fails, as STARMINE_FAULT says ("write:3:ENOSPC").
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
#include <unistd.h>

enum { most_files = 4096, large_block = 1 << 20 };

static char function[32];
static char folder[4096];
static int fault_error;
static int is_short;
static atomic_int remaining = -1;
static atomic_char is_ours[most_files];

static const struct { const char *name; int value; } errors[] = {
  {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EACCES", EACCES}, {"EMFILE", EMFILE}, {"EAGAIN", EAGAIN}, {"ENOMEM", ENOMEM},
  {"EXDEV", EXDEV}, {"ESPIPE", ESPIPE}, {"EINTR", EINTR},
};

__attribute__((constructor)) static void prepare(void) {
  const char *fault = getenv("STARMINE_FAULT"), *under = getenv("STARMINE_FAULT_FOLDER");
  int number = 0;
  char error[16] = "";
  if (!fault || !under || sscanf(fault, "%31[a-z_]:%d:%15s", function, &number, error) != 3) return;
  if (!realpath(under, folder)) return;
  is_short = strcmp(error, "short") == 0;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (strcmp(errors[i].name, error) == 0) fault_error = errors[i].value;
  is_ours[STDOUT_FILENO] = 1;
  atomic_store(&remaining, number);
}

/// Whether this call of `name` is the one that fails.
static int fails(const char *name) {
  if (atomic_load(&remaining) <= 0 || strcmp(name, function) != 0) return 0;
  if (atomic_fetch_sub(&remaining, 1) != 1) return 0;
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

off_t lseek(int file, off_t offset, int from) {
  return has_file(file) && fails("lseek") ? -1 : ORIGINAL(lseek)(file, offset, from);
}
off64_t lseek64(int file, off64_t offset, int from) {
  return has_file(file) && fails("lseek") ? -1 : ORIGINAL(lseek64)(file, offset, from);
}
int ftruncate(int file, off_t size) {
  return has_file(file) && fails("ftruncate") ? -1 : ORIGINAL(ftruncate)(file, size);
}
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
int mkdir(const char *path, mode_t mode) { return concerns(path) && fails("mkdir") ? -1 : ORIGINAL(mkdir)(path, mode); }

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  if (fails("pthread_create")) return fault_error;
  return ORIGINAL(pthread_create)(thread, attributes, body, argument);
}

extern void *__libc_malloc(size_t);
void *malloc(size_t size) { return size >= large_block && fails("malloc") ? NULL : __libc_malloc(size); }
