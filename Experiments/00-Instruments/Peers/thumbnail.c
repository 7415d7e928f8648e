// Thumbnails by libvips: a peer of ours, asked over its standard input. thumbnail.py answers the
// same by Pillow. The experiment compiles this when it runs, where a compiler and the library are.
//
// A command is a line of words parted by tabs, and so is its answer:
//
//   name                       what makes the thumbnails, with its version
//   time    FILE SIDE          nanoseconds by the clock, and of all its processors
//   peak    FILE SIDE          bytes resident at most, above those before
//   pixels  FILE SIDE OUTPUT   width and height, once OUTPUT holds the samples, three a pixel
//
// A file's bytes have been read before anything is measured. An answer that begins with "error" is
// none. The end of the input is the end of the process.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vips/vips.h>

struct picture {
  int width, height, bands;
  size_t count;
  void *samples;
};

// lesson: thumbnail-by-libvips
// From a file's bytes to samples in memory: at most so long a side, never enlarged, not turned.
static int make_thumbnail(void *bytes, size_t count, int side, struct picture *made) {
  VipsImage *image = NULL;
  if (vips_thumbnail_buffer(bytes, count, &image, side, "height", side, "size", VIPS_SIZE_DOWN,
                            "no_rotate", TRUE, NULL))
    return -1;
  made->samples = vips_image_write_to_memory(image, &made->count);
  made->width = image->Xsize;
  made->height = image->Ysize;
  made->bands = image->Bands;
  g_object_unref(image);
  return made->samples ? 0 : -1;
}
// lesson: end

static long long nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// A number of kibibytes in /proc/self/status, in bytes; -1 where it is not told.
static long long status_bytes(const char *name) {
  char line[256];
  long long kibibytes = -1;
  FILE *status = fopen("/proc/self/status", "r");
  if (!status) return -1;
  while (kibibytes < 0 && fgets(line, sizeof line, status))
    if (!strncmp(line, name, strlen(name))) kibibytes = atoll(line + strlen(name));
  fclose(status);
  return kibibytes < 0 ? -1 : kibibytes * 1024;
}

// Lets the peak begin anew at what is resident now.
static int reset_peak(void) {
  FILE *references = fopen("/proc/self/clear_refs", "w");
  if (!references) return -1;
  fputs("5", references);
  return fclose(references);
}

static void *read_file(const char *path, size_t *count) {
  gchar *bytes = NULL;
  gsize length = 0;
  if (!g_file_get_contents(path, &bytes, &length, NULL)) return NULL;
  *count = length;
  return bytes;
}

static int write_file(const char *path, const struct picture *picture) {
  return g_file_set_contents(path, picture->samples, picture->count, NULL) ? 0 : -1;
}

static void answer(const char *command, void *bytes, size_t count, int side, const char *output) {
  struct picture made = {0};
  int is_peak = !strcmp(command, "peak");
  if (is_peak && reset_peak()) {
    puts("error\tthe system does not let a peak begin anew");
    return;
  }
  long long base = is_peak ? status_bytes("VmRSS:") : 0;
  long long wall = nanoseconds(CLOCK_MONOTONIC);
  long long processor = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  int status = make_thumbnail(bytes, count, side, &made);
  wall = nanoseconds(CLOCK_MONOTONIC) - wall;
  processor = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
  if (status) {
    puts("error\tno thumbnail");
    vips_error_clear();
  } else if (is_peak) {
    printf("%lld\n", status_bytes("VmHWM:") - base);
  } else if (!strcmp(command, "time")) {
    printf("%lld\t%lld\n", wall, processor);
  } else if (!strcmp(command, "pixels") && output && made.bands == 3 &&
             !write_file(output, &made)) {
    printf("%d\t%d\n", made.width, made.height);
  } else {
    puts("error\tno such command, or no way to answer it");
  }
  g_free(made.samples);
}

int main(int argc, char **argv) {
  (void)argc;
  if (VIPS_INIT(argv[0])) return 1;
  // A thumbnail made before must not be found again.
  vips_cache_set_max(0);
  char *line = NULL;
  size_t capacity = 0;
  while (getline(&line, &capacity, stdin) > 0) {
    line[strcspn(line, "\n")] = 0;
    const char *command = strtok(line, "\t"), *path = strtok(NULL, "\t");
    const char *side = strtok(NULL, "\t"), *output = strtok(NULL, "\t");
    size_t count = 0;
    void *bytes = path ? read_file(path, &count) : NULL;
    if (command && !strcmp(command, "name"))
      printf("libvips %s\n", vips_version_string());
    else if (bytes && side && atoi(side) > 0)
      answer(command, bytes, count, atoi(side), output);
    else
      puts("error\tnot a command, or no such file");
    fflush(stdout);
    g_free(bytes);
  }
  free(line);
  vips_shutdown();
  return 0;
}
