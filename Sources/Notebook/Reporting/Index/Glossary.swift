/// The words of the study, each in one sentence.
enum Glossary {
  /// A word with its meaning.
  struct Term: Equatable {
    let word: String
    /// How it may appear in a text, in lower case; the word itself first.
    let forms: [String]
    let meaning: String

    /// Where the index explains it.
    var anchor: String { "word-" + word.lowercased().map { $0 == " " ? "-" : String($0) }.joined() }

    init(_ word: String, _ others: [String] = [], _ meaning: String) {
      self.word = word
      forms = [word.lowercased()] + others
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
      "actor", ["actors"],
      "A type whose state only one task at a time may touch; callers from outside must await."),
    Term(
      "backend", ["backends"],
      "A whole cache behind the study's interface; backends differ only in what keeps it safe."),
    Term(
      "continuation", ["continuations"],
      "The handle by which a callback wakes a suspended task, exactly once."),
    Term(
      "executor", ["executors"],
      "What runs the jobs of an actor or a task: a thread pool, a queue, the main thread."),
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
      "serial queue", ["serial queues"],
      "A dispatch queue that runs one block at a time, in the order they were added."),
  ]
}
