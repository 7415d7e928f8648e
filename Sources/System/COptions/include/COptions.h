#pragma once

// The C library's getopt_long as one call that reads a whole command line.
//
// getopt_long works on globals (optind, optarg, optopt, opterr), which Swift rightly refuses to
// touch. They stay in here, behind a lock, so that any thread may parse at any time.

/// A long option: its name without dashes, and whether a value must follow.
typedef struct {
  const char *name;
  int takes_value;
} coptions_option;

/// What one piece of the command line turned out to be.
typedef enum {
  COPTIONS_OPTION,        ///< a known option, in full or by an unambiguous beginning
  COPTIONS_OPERAND,       ///< a word that is no option
  COPTIONS_LITERAL,       ///< a word after `--`, whatever it looks like
  COPTIONS_UNKNOWN,       ///< an option nobody declared, or a beginning shared by several
  COPTIONS_VALUE_MISSING, ///< a known option at the end, its value not there
  COPTIONS_VALUE_REFUSED, ///< a flag given a value, as in `--json=3`
} coptions_kind;

/// One piece of the command line.
typedef struct {
  coptions_kind kind;
  int option;       ///< index of the option, -1 where there is none
  int argument;     ///< index in argv of the word it stood in
  const char *text; ///< the option's value, or the word; points into argv
} coptions_token;

/// Reads the words after argv[0]; the first error is the last token.
///
/// `-h` is read as the option named "help", where there is one. Writes at most argc + 1 tokens.
/// Returns their number, or -1 where memory is short. argv keeps its order.
int coptions_parse(int argc, char *const argv[], const coptions_option *options, int option_count,
                   coptions_token *tokens);
