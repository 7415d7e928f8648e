import Reporting

/// The lesson's prose; every number that was measured is a field that a run fills in.
func describe(_ checks: [Check]) -> ExperimentDescription {
  ExperimentDescription(
    name: "00-Instruments",
    question: "How far can the figures of the other reports be trusted?",
    minutes: 15,
    claims: [], benchmarks: checks.flatMap(\.benchmarks), quantities: checks.flatMap(\.tables),
    why: why, cures: [], tryIt: exercise, doesNotShow: doesNotShow, method: method,
    highlight: Highlight(
      title: "The same code twice, and a planted difference of 3 %: told apart?",
      program: comparisonBenchmark.id, rows: comparisonBenchmark.rows.map(\.id), columns: []))
}

private let why: [Passage] = [
  .text(
    "A time alone says little: the same loop took {aa/baseline/ns} an operation here, and would "
      + "take another time on your machine or tomorrow. So no report rests on a time. Rows are "
      + "timed side by side in rounds, and only times of one round are divided. What slows the "
      + "machine down for a while slows all rows of a round, and leaves their ratio alone."),
  .source("rounds"),
  .text(
    "Among the rows is always the baseline a second time, as *A/A twin*. Whatever the two differ "
      + "by is no difference of the code. A row is called faster or slower only if it clears that, "
      + "in most processes, and two kinds of interval agree. This is all of the rule:"),
  .source("verdict"),
  .source("borne-out"),
  .text(
    "And the difference must be large enough to be one of the code. On a quiet machine intervals "
      + "become so narrow that one step of the clock in an epoch shows; then code is set apart "
      + "from itself, and rightly so, but the reader learns nothing. So on which side of 1 an "
      + "interval lies is a question with a margin:"),
  .source("side"),
  .source("least-difference"),
  .text(
    "A rule can fail in two ways: see what is not there, and miss what is. Both can be tried, "
      + "since here the truth is known. Code that is the same came out *not separated* in "
      + "{idle-identical-count} measurements, and a difference of 3 % was found in "
      + "{idle-planted-count}."),
  .source("comparison-repeated"),
  .choice(
    field: "busy-standing",
    paragraphs: [
      "met":
        "With every core kept busy by others the times of a row no longer mean anything, but for "
        + "code that stays on its thread the ratios still do: identical code was not separated in "
        + "{busy-identical-count} measurements, the planted difference found in "
        + "{busy-planted-count}. That is what the pairs are for.",
      "missed":
        "With every core kept busy by others the rule did less well: identical code was not "
        + "separated in {busy-identical-count} measurements, the planted difference found in "
        + "{busy-planted-count}. A figure from a busy machine carries a warning for this reason.",
    ]),
  .text(
    "Code that wakes another thread is noisier by nature, and its time moves with the machine. A "
      + "hop to the pool and back to the main actor took {wake/baseline/ns}, and half of all "
      + "epochs lay between {wake-half}. The same hops once more came out at {wake/same} times as "
      + "long: read the factor of a row that hops by its order, not by its digits."),
  .text(
    "A loop whose result nobody uses is deleted, and what is then timed is nothing. The black hole "
      + "uses the result, as far as the optimiser can tell, and does nothing with it:"),
  .source("black-hole"),
  .choice(
    field: "black-hole-standing",
    paragraphs: [
      "met":
        "An empty loop came to {sink-at-end} an iteration, so nothing is added to the work; a "
        + "number sunk in each iteration to {sink-number}, so the loop is there.",
      "missed":
        "Here an empty loop came to {sink-at-end} an iteration and a number sunk in each to "
        + "{sink-number}. Not all of them are within their limits: differences of that size "
        + "between rows are not to be relied on.",
    ]),
  .text(
    "From proportion, twice the work in twice the time, the loop departed by "
      + "{proportion-departure} at most."),
  .text(
    "All of this is our own opinion of ourselves. So one piece of work, a mutex locked and "
      + "unlocked, is also timed by a harness that others wrote:"),
  .source("mutex-pairs"),
  .source("mutex-pair-witness"),
  .choice(
    field: "witness-standing",
    paragraphs: [
      "met":
        "Our time for a pair was {ours-over-witness} of Google Benchmark's ({witness/here/ns} "
        + "against {witness/google/ns}). Fresh processes of our own loop differed from each other "
        + "as well, by where mutex and code happened to lie: half of them took between "
        + "{witness-half}. A difference of that size between two pieces of *different* code may "
        + "be one of layout.",
      "missed":
        "Our time for a pair was {ours-over-witness} of Google Benchmark's, further off than was "
        + "declared. One of the two measures something that the other does not. The times were "
        + "{witness/here/ns} and {witness/google/ns}.",
    ]),
  .text(
    "One instrument does not time anything: the explorer runs a small program under every schedule "
      + "that matters, so what counts is how many it runs in the time that a reader will wait. "
      + "Here is a program as the explorer runs it, and the bare work beside it:"),
  .source("explored"),
  .source("floor"),
  .choice(
    field: "explorer-standing",
    paragraphs: [
      "met":
        "A schedule took {explored-over-floor} times as long as the bare work: "
        + "{schedules-per-second} schedules a second. Holding every job back, choosing, and noting "
        + "what came out is cheaper than the jobs themselves.",
      "missed":
        "A schedule took {explored-over-floor} times as long as the bare work, more than was "
        + "declared: {schedules-per-second} schedules a second.",
    ]),
  .text(
    "A section of a controlled lock took {steps/lock/ns} where the same thread went on, since the "
      + "scheduler is a function that the thread itself calls, and {steps/turns/ns} where nearly "
      + "always another did: that is a switch between two threads, which the system makes. A job "
      + "took {steps/job/ns}, a section of a queue {steps/sync/ns}, a block {steps/block/ns}."),
  .choice(
    field: "reduction-standing",
    paragraphs: [
      "met":
        "A reduced search runs one schedule for each trace and has more to do for it. It was done "
        + "first wherever there was something to leave out, in {reduced-read-write} of the time "
        + "where 576 traces of 2,520 interleavings were left and in {reduced-readers-6} where 64 "
        + "of 5,040 were. Where nothing can be left out it took {reduced-increments} times as "
        + "long: that is its price.",
      "missed":
        "A reduced search runs one schedule for each trace and has more to do for it. It was not "
        + "always done first, although there was something to leave out: see the table.",
    ]),
  .choice(
    field: "explorer-memory-standing",
    paragraphs: [
      "met":
        "And it can go on: between the first schedules and the last of {explorer-schedules} the "
        + "process grew by {explorer-growth}.",
      "missed":
        "Over {explorer-schedules} schedules the process grew by {explorer-growth}, more than was "
        + "declared: something is kept that should not be.",
    ]),
  .text(
    "The last instrument measures no code but makes what others measure: thumbnails. A codec that "
      + "shrinks while it decodes leaves most of the picture undecoded. That must be faster, "
      + "smaller, and no worse; and it must stand beside what others use. So the same files go "
      + "through libvips, by this function, and through Pillow, each in a process of its own:"),
  .source("thumbnail-by-libvips"),
  .text(
    "A JPEG of 24 megapixels took scaled decoding {thumbnails/mosaic/time} of a full decode’s "
      + "time, {thumbnails/mosaic/memory} of its memory ({thumbnail-peaks/mosaic/scaled} at the "
      + "peak), and came to {thumbnails/mosaic/psnr} of what the thumbnail ought to be. That is "
      + "computed from the whole picture, in double precision:"),
  .source("reference"),
  .choice(
    field: "thumbnails-standing",
    paragraphs: [
      "met":
        "Beside libvips ours took {peers/hero/time-libvips} of the time for the smaller JPEG and "
        + "{peers/webp/time-libvips} for the WebP, beside Pillow {peers/hero/time-pillow} and "
        + "{peers/webp/time-pillow}; and it was closer to what it ought to be, by "
        + "{peers/hero/psnr-libvips} and {peers/hero/psnr-pillow} for the JPEG. A progressive "
        + "file is a tie, {peers/progressive/time-libvips} and {peers/progressive/time-pillow}: "
        + "whoever wants any of it has to read all of its passes.",
      "missed":
        "Not everything that was declared held. Beside libvips ours took "
        + "{peers/hero/time-libvips} of the time for the smaller JPEG and "
        + "{peers/webp/time-libvips} for the WebP, beside Pillow {peers/hero/time-pillow} and "
        + "{peers/webp/time-pillow}: see the tables for what is outside its limit.",
    ]),
]

private let exercise = Exercise(
  change: "In `Experiments/00-Instruments/ComparisonCheck.swift` make `plantedPairs` 101: a "
    + "difference of 1 % instead of 3.",
  predict: "In how many measurements out of 100 will it still be found with nothing else running, "
    + "and beside busy cores? Will identical code be separated more often?",
  command: "swift run -c release 00-Instruments --profile standard",
  answer: "What can be found depends on the noise of one measurement: the interval of the ratio "
    + "must clear that of the A/A twin. Look at the twin's interval in the table. A difference "
    + "well outside of it is found nearly always, one inside nearly never. Identical code has "
    + "nothing to do with the row beside it, and is separated as seldom as before. To find "
    + "smaller ones, measure more rounds: the interval narrows with their square root, down to "
    + "the least difference that the rule calls one.")

private let doesNotShow = [
  "That a ratio is right for your program: it is right for the loop that was timed, whose caches "
    + "are warm and whose branches are foreseen.",
  "What the layout of code in memory costs or saves a row. Fresh processes vary the layout of data "
    + "only, and two loops that do the same may differ for no better reason.",
  "Differences below the noise, or below the least that the rule calls one. *Not separated* is no "
    + "proof that two rows are equal.",
  "What an exploration costs whose tasks never finish: each leaves some 3 KB behind, and after "
    + "10,000 such schedules the explorer stops.",
  "Which library to take: libvips and Pillow do far more than thumbnails. One side length was "
    + "tried, on two codecs, and the libraries as the system's packages have them.",
  "Hardware counters, such as misses of a cache: virtual machines seldom give them, so no report "
    + "uses any.",
  "Apple's platforms: there the clock steps in larger units, and allocations, peak memory and "
    + "stolen time are not available.",
]

private let method = [
  "Every limit stands in the source and was written before the run. A figure outside its limit is "
    + "a result that the headline names; it fails the run under `--strict` only.",
  "What must be within the limit is the median over the processes, the mean for shares of repeated "
    + "measurements, which is the share of all together, and the largest for what must never be "
    + "exceeded.",
  "The repeated measurements have epochs half as long as those of the other reports, and one "
    + "process instead of several, which makes both kinds of mistake likelier. Three rows are "
    + "compared at 95 % confidence for all together.",
  "*Beside busy cores* means one more process per core that only spins. They run while the "
    + "measurements of that table run, and at no other time.",
  "The witness is compiled when the experiment runs, by `c++`, `g++` or `clang++`, with `-O2`. It "
    + "needs Google Benchmark: `Scripts/setup --witnesses` installs `g++` and `libbenchmark-dev` "
    + "on Debian and Ubuntu, `google-benchmark` on macOS. Where it is missing its rows read *not "
    + "run here* and *not available here*, and nothing else changes.",
  "The witness is given a second thread, which sleeps: in a process of one thread the C library "
    + "leaves the atomic instructions out of a mutex, and a Swift process has several threads.",
  "The peers need `libvips-dev` with `pkg-config` and a C compiler, and `python3-pil`, which "
    + "`Scripts/setup --witnesses` installs as well (`vips` and `pillow` on macOS). Each is left "
    + "out by itself where it is missing.",
  "Pillow is told to filter by Lanczos, as libvips does and we do: by its own choice, a cubic, it "
    + "would be scored for another filter. All three average samples as they are stored. Libvips "
    + "may use all processors, ours a second one for a WebP, Pillow one.",
  "A peer times itself, from a file's bytes to samples in memory, after one round that does not "
    + "count. Its answer comes through a pipe, which is not in its time.",
  "Peak memory is `VmHWM` once it was reset, above what is resident just before. The system counts "
    + "pages in batches, and a heap may have room left from before, so a difference of 0.1 MiB "
    + "means nothing.",
  "The explorer is timed by processor time, since its own threads stay on one core each and would "
    + "wait for it where others keep that core busy. Its program tells the moments itself, in its "
    + "set-up, which runs once a schedule.",
  "What can be checked without a clock is checked by tests instead, on fixed and on simulated "
    + "samples: bootstrap and sign test against SciPy, the histogram's percentiles against an "
    + "exact sort.",
  "Allocations are counted by a `malloc` of our own that forwards to the system's. Switches are "
    + "those of `getrusage`, peak memory that of `/proc/self/status` in a fresh process.",
]
