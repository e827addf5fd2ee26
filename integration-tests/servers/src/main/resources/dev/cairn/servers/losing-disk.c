/*
 * Notes what a process writes to files and has not synced yet, so that it can be undone as if the machine had stopped. To be loaded
 * with LD_PRELOAD; LosingDisk.java undoes what is noted.
 *
 * CAIRN_DISK        the directory whose files are looked after, absolute and without symbolic links
 * CAIRN_DISK_NOTES  the directory of the notes: a file for each of these files, named by its inode and, since an inode is used again
 *                   when a file is gone, by when it was made, in nanoseconds
 *
 * A note has four numbers of eight bytes, in the order of the machine: where was written, how much, how long the file was before, and
 * how many bytes were there where is written; and these bytes. A sync of the file by whatever process empties its notes. What is not
 * written with the functions below counts as synced at once: names, lengths that are set without a write, what the
 * C library writes for its streams, and what is given to the kernel in queues.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(result, name, ...)                              \
    static result (*real_##name)(__VA_ARGS__);               \
    if (real_##name == NULL) {                               \
        *(void **) &real_##name = dlsym(RTLD_NEXT, #name);   \
    }

static void give_up(const char *what) {
    dprintf(STDERR_FILENO, "losing-disk: %s: %s\n", what, strerror(errno));
    abort();
}

static unsigned long long made_nanos(int fd) {
    struct statx times;
    if (statx(fd, "", AT_EMPTY_PATH, STATX_BTIME, &times) != 0 || !(times.stx_mask & STATX_BTIME)) {
        give_up("when a file was made");
    }
    return times.stx_btime.tv_sec * 1000000000ull + times.stx_btime.tv_nsec;
}

/* The locked notes of a file, or -1 if it is not looked after. */
static int lock_notes(int fd, struct stat *file) {
    const char *disk = getenv("CAIRN_DISK"), *notes = getenv("CAIRN_DISK_NOTES");
    if (disk == NULL || notes == NULL || fstat(fd, file) != 0 || !S_ISREG(file->st_mode)) {
        return -1;
    }
    char name[PATH_MAX], link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, sizeof name);
    size_t prefix = strlen(disk);
    if (length <= (ssize_t) prefix || memcmp(name, disk, prefix) != 0 || name[prefix] != '/') {
        return -1;
    }
    snprintf(name, sizeof name, "%s/%llu-%llu", notes, (unsigned long long) file->st_ino, made_nanos(fd));
    int locked = open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (locked < 0) {
        give_up(name);
    }
    while (flock(locked, LOCK_EX) != 0) {
        if (errno != EINTR) {
            give_up(name);
        }
    }
    if (fstat(fd, file) != 0) {
        give_up(name);
    }
    return locked;
}

/* A child that was forked meanwhile has the lock as well, so closing would not end it. */
static void unlock(int notes) {
    if (notes >= 0) {
        int kept = errno;
        flock(notes, LOCK_UN);
        close(notes);
        errno = kept;
    }
}

static void note(int notes, int fd, const struct stat *file, int64_t offset, int64_t length) {
    int64_t old = file->st_size - offset;
    old = old < 0 ? 0 : old < length ? old : length;
    char *bytes = malloc(4 * sizeof(int64_t) + old);
    if (bytes == NULL) {
        give_up("notes");
    }
    int64_t head[4] = { offset, length, file->st_size, old };
    memcpy(bytes, head, sizeof head);
    if (old > 0) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        int reader = open(link, O_RDONLY | O_CLOEXEC);
        if (reader < 0 || pread(reader, bytes + sizeof head, old, offset) != old) {
            give_up("what was there before");
        }
        close(reader);
    }
    REAL(ssize_t, write, int, const void *, size_t)
    if (real_write(notes, bytes, sizeof head + old) != (ssize_t) (sizeof head + old)) {
        give_up("notes");
    }
    free(bytes);
}

/* Notes a write that is about to be done; gives the notes, to be unlocked when it is done. */
static int about_to_write(int fd, int64_t offset, int64_t length) {
    int kept = errno;
    struct stat file;
    int flags = fcntl(fd, F_GETFL);
    int notes = length > 0 && flags >= 0 && !(flags & O_DSYNC) ? lock_notes(fd, &file) : -1;
    if (notes >= 0) {
        int64_t where = offset >= 0 ? offset : flags & O_APPEND ? file.st_size : lseek(fd, 0, SEEK_CUR);
        note(notes, fd, &file, where, length);
    }
    errno = kept;
    return notes;
}

static int64_t sum(const struct iovec *parts, int count) {
    int64_t length = 0;
    for (int i = 0; i < count; i++) {
        length += parts[i].iov_len;
    }
    return length;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(ssize_t, write, int, const void *, size_t)
    int notes = about_to_write(fd, -1, length);
    ssize_t written = real_write(fd, bytes, length);
    unlock(notes);
    return written;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(ssize_t, writev, int, const struct iovec *, int)
    int notes = about_to_write(fd, -1, sum(parts, count));
    ssize_t written = real_writev(fd, parts, count);
    unlock(notes);
    return written;
}

#define AT_OFFSET(name, buffer, count, length)               \
    ssize_t name(int fd, buffer, count, off_t offset) {      \
        REAL(ssize_t, name, int, buffer, count, off_t)       \
        int notes = about_to_write(fd, offset, length);      \
        ssize_t written = real_##name(fd, b, n, offset);     \
        unlock(notes);                                       \
        return written;                                      \
    }

AT_OFFSET(pwrite, const void *b, size_t n, n)
AT_OFFSET(pwrite64, const void *b, size_t n, n)
AT_OFFSET(pwritev, const struct iovec *b, int n, sum(b, n))
AT_OFFSET(pwritev64, const struct iovec *b, int n, sum(b, n))

#define SYNC(name)                                           \
    int name(int fd) {                                       \
        REAL(int, name, int)                                 \
        struct stat file;                                    \
        int kept = errno, notes = lock_notes(fd, &file);     \
        errno = kept;                                        \
        int result = real_##name(fd);                        \
        if (notes >= 0 && result == 0 && ftruncate(notes, 0) != 0) { \
            give_up("notes");                                \
        }                                                    \
        unlock(notes);                                       \
        return result;                                       \
    }

SYNC(fsync)
SYNC(fdatasync)
