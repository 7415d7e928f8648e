/// The words of the study, each in one sentence.
enum Glossary {
  /// A word with its meaning.
  struct Term: Equatable {
    let word: String
    /// How it may appear in a text, in lower case.
    let forms: [String]
    let meaning: String

    /// Where the index explains it.
    var anchor: String {
      "word-" + String(word.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }

    init(_ word: String, _ others: [String] = [], _ meaning: String) {
      self.init(word, forms: [word.lowercased()] + others, meaning)
    }

    /// A word that alone means other things too, and so is known only by these forms.
    init(_ word: String, forms: [String], _ meaning: String) {
      self.word = word
      self.forms = forms
      self.meaning = meaning
    }
  }

  /// The words that a text uses, in the glossary's order.
  static func terms(in text: String) -> [Term] {
    let words = " " + spaced(text) + " "
    return all.filter { term in term.forms.contains { words.contains(" \($0) ") } }
  }

  /// The text in lower case with one space for everything but letters, digits and hyphens.
  private static func spaced(_ text: String) -> String {
    text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-") }.joined(separator: " ")
  }

  static let all = [
    Term(
      "SSIM", ["structural similarity"],
      "How alike two pictures are, from 0 to 1, by brightness, contrast and structure in small "
        + "windows (Wang et al., 2004)."),
    Term(
      "PSNR", ["peak signal-to-noise"],
      "How close two pictures are sample by sample, in decibels: more is closer; 6 dB more is half "
        + "the difference."),
    Term(
      "Lanczos", ["lanczos3"],
      "A filter that makes pictures smaller or larger: each pixel of the result is a weighted mean "
        + "of many, by a sinc that ends smoothly."),
    Term(
      "orientation", ["exif orientation"],
      "What the camera notes in the file's EXIF data of how it was held: how the stored picture is "
        + "to be turned to stand upright."),
    Term(
      "A/A twin", ["a a twin"],
      "The baseline measured a second time as if it were another row: what differs is noise."),
    Term(
      "actor", ["actors"],
      "A type whose state only one task at a time may touch; callers from outside must await."),
    Term(
      "adopted job", ["adopted", "adopted jobs"],
      "Work that a step sends to the global pool and that the explorer then runs as a task of its "
        + "own, so that nothing escapes it."),
    Term(
      "allocation", ["allocations"],
      "A piece of memory asked of the system, as a new object or a growing array needs one."),
    Term(
      "backend", ["backends"],
      "A whole cache behind the study's interface; backends differ only in what keeps it safe."),
    Term(
      "black hole", ["black holes"],
      "Where a benchmark puts its results, so that the compiler cannot leave the work out."),
    Term(
      "bootstrap", ["bootstrap interval", "bootstrap intervals"],
      "An interval found by drawing again and again from what was measured, as if measured anew."),
    Term(
      "context switch", ["context switches"],
      "A processor's change from one thread to another; here those of a thread that waits."),
    Term(
      "continuation", ["continuations"],
      "The handle by which a callback wakes a suspended task, exactly once."),
    Term(
      "delay", forms: ["delays", "1 delay", "a delay", "no delay"],
      "A departure from the plain schedule that runs the first task until it waits: the fewer lead "
        + "to a failure, the easier it is to hit."),
    Term(
      "executor", ["executors"],
      "What runs the jobs of an actor or a task: a thread pool, a queue, the main thread."),
    Term(
      "executor policy", ["executor policies", "default-actor", "fifo"],
      "The order in which an explored executor takes the jobs that wait for it: the runtime's own, "
        + "that of arrival, or any."),
    Term(
      "floor", [],
      "The least work that could do the job: for a hit, a lock pair and a dictionary look-up."
    ),
    Term(
      "forbidden", [],
      "Said of an outcome that a promise rules out: one observation breaks the promise."),
    Term(
      "global pool", [],
      "The threads, about one a core, that run all tasks which name no other executor."),
    Term(
      "held", [],
      "Said of an actor or queue that is inside a long job while callers arrive and wait."),
    Term("hop", ["hops"], "A task's move from one executor to another, at an await."),
    Term(
      "interesting", [],
      "Said of an outcome that is allowed but not what a reader would count on."),
    Term(
      "interleaving", ["interleavings"],
      "One order in which the steps of several tasks or threads take effect."),
    Term(
      "linearizable", ["linearizability"],
      "Said of calls that look as if each took effect at one instant between its start and end."),
    Term(
      "mailbox", ["mailboxes"],
      "A stream of requests with one consumer, which answers them in the order they arrived."),
    Term(
      "not separated", [],
      "Said of two rows whose difference is no larger than the noise; it does not mean equal."),
    Term(
      "percentile", ["percentiles", "p50", "p99", "p99 9"],
      "A time that so many of a hundred operations did not exceed: 99 of 100 for p99."),
    Term("pinned", ["pin", "pins"], "Said of an entry that survives when the cache is trimmed."),
    Term(
      "priority", ["priorities"],
      "A task's priority: a hint on which of several waiting tasks should run first."),
    Term(
      "QoS", [],
      "Quality of service, the urgency of work on a dispatch queue; it never reorders a serial one."
    ),
    Term(
      "reentrancy", ["reentrant"],
      "Other calls entering an actor while one of its calls is suspended at an await."),
    Term(
      "response time", ["response times"],
      "From when an operation was to begin until it was done, the wait before it included."),
    Term(
      "schedule", ["schedules"],
      "One choice, at every point of a program, of which task goes on: it has an id and can be "
        + "replayed."),
    Term(
      "serial queue", ["serial queues"],
      "A dispatch queue that runs one block at a time, in the order they were added."),
    Term(
      "service time", ["service times"],
      "From when an operation began until it was done, the wait before it left out."),
    Term(
      "sign test", ["sign-test"],
      "An interval that needs only to know how many rounds lay above a ratio, not how far."),
    Term(
      "source-DPOR", [],
      "A search that runs one schedule of each trace, not all, by seeing which steps depend on "
        + "one another."),
    Term(
      "steal", ["other guests"],
      "The part of a virtual machine's time that its host gave to other guests."),
    Term(
      "tail", ["tails", "tail latency"],
      "The slowest few of many operations: one in a hundred, one in a thousand."),
    Term(
      "trace", forms: ["traces"],
      "All schedules that order every two dependent steps alike: whatever one of them shows, all "
        + "do."),
  ]
}
