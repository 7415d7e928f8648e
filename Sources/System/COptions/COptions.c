#include "COptions.h"

#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Values that getopt_long returns for long options start above every character.
enum { FIRST_LONG = 0x100 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int index_of_help(const coptions_option *options, int count) {
  for (int i = 0; i < count; i++) {
    if (strcmp(options[i].name, "help") == 0) return i;
  }
  return -1;
}

// A fresh scan: glibc wants optind 0 for it, the BSDs optreset.
static void begin(void) {
  opterr = 0;
#ifdef __GLIBC__
  optind = 0;
#else
  optind = 1;
#ifdef __APPLE__
  optreset = 1;
#endif
#endif
}

static coptions_token classify(
    int code, int before, int help, int option_count, char *const argv[]) {
  // Where the word stood: getopt has moved on, past a value too where the option took one, but not
  // while letters are left in a word of one dash.
  const int last = optind > before ? optind - 1 : before;
  coptions_token token = {COPTIONS_UNKNOWN, -1, last, argv[last]};
  if (code == 1) {
    token.kind = COPTIONS_OPERAND;
    token.text = optarg;
  } else if (code == 'h' && help >= 0) {
    token.kind = COPTIONS_OPTION;
    token.option = help;
    token.text = NULL;
  } else if (code >= FIRST_LONG && code < FIRST_LONG + option_count) {
    token.kind = COPTIONS_OPTION;
    token.option = code - FIRST_LONG;
    token.text = optarg;
  } else if (optopt >= FIRST_LONG && optopt < FIRST_LONG + option_count) {
    token.kind = code == ':' ? COPTIONS_VALUE_MISSING : COPTIONS_VALUE_REFUSED;
    token.option = optopt - FIRST_LONG;
  }
  return token;
}

// The leading '-' hands out operands in place, so that words after `--backend` stay beside it;
// the ':' tells a missing value from an unknown option.
static int scan(int argc, char *const argv[], const struct option *longs, int option_count,
                int help, coptions_token *tokens) {
  int count = 0;
  begin();
  for (;;) {
    const int before = optind > 0 ? optind : 1;
    const int code = getopt_long(argc, argv, "-:h", longs, NULL);
    if (code == -1) break;
    // A cluster such as -hhh would give more tokens than words; one -h says it all.
    if (count > argc) return count;
    tokens[count++] = classify(code, before, help, option_count, argv);
    if (tokens[count - 1].kind >= COPTIONS_UNKNOWN) return count;
  }
  for (int i = optind; i < argc && count <= argc; i++) {
    tokens[count++] = (coptions_token){COPTIONS_LITERAL, -1, i, argv[i]};
  }
  return count;
}

int coptions_parse(int argc, char *const argv[], const coptions_option *options, int option_count,
                   coptions_token *tokens) {
  struct option *longs = calloc((size_t)option_count + 1, sizeof *longs);
  if (longs == NULL) return -1;
  for (int i = 0; i < option_count; i++) {
    longs[i].name = options[i].name;
    longs[i].has_arg = options[i].takes_value ? required_argument : no_argument;
    longs[i].val = FIRST_LONG + i;
  }
  pthread_mutex_lock(&lock);
  const int count =
      scan(argc, argv, longs, option_count, index_of_help(options, option_count), tokens);
  pthread_mutex_unlock(&lock);
  free(longs);
  return count;
}
