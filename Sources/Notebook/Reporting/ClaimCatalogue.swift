extension Claim {
  /// Every claim of the four write-ups, in the order of the claims table.
  package static let catalogue =
    cacheComparison.claims(.cacheComparison)
    + halfCache.claims(.halfCache)
    + downsamplingStudy.claims(.downsamplingStudy)
    + queuePipeline.claims(.queuePipeline)

  private static let cacheComparison = [
    Entry(
      "C1", ["01-Ordering", "03-Reentrancy"],
      """
      Where order matters, as in file-system work, an actor does not promise that store, update \
      and read of one key happen in that order (priority and reentrancy are the reasons); a \
      serial queue strictly does.
      """),
    Entry(
      "C2", ["02-HitCost"],
      """
      A memory hit takes about 0.034 s with async/await and 0.003 s with a callback; context \
      switches are the reason.
      """),
    Entry(
      "C3", ["04-DelegateBridge"],
      """
      Objective-C delegates such as URLSession's do not fit structured concurrency unless they \
      are converted.
      """),
    Entry(
      "C4", ["05-PriorityPreload"],
      """
      Reading priority pictures into memory at launch makes their later load up to 88.89 % \
      shorter, on average 0.002 s instead of 0.018 s.
      """),
    Entry(
      "C5", ["05-PriorityPreload"],
      "Priority pictures stay in memory when memory is short."),
    Entry(
      "C6", ["03-Reentrancy"],
      """
      A class with a lock can become an actor, and callbacks can become async calls, with less \
      code and no loss of safety.
      """),
  ]

  private static let halfCache = [
    Entry(
      "H1", ["06-Eviction"],
      "A cache left at its default limits, which mean none, keeps everything and is no cache."),
    Entry(
      "H2", ["06-Eviction"],
      """
      A cost limit mends it, the cost being the picture's *encoded* size: 50 MB in production, \
      shown with about 2.5 MB and one photograph at a time.
      """),
    Entry(
      "H3", ["07-DiskIndex"],
      "A hit on disk must refill memory, or each later read pays for the disk again."),
    Entry(
      "H4", ["07-DiskIndex"],
      """
      A disk tier that evicts nothing grows for ever; keeping the 50 most recently used mends it \
      (shown with 2), and the least frequently used would do as well.
      """),
    Entry(
      "H5", ["07-DiskIndex"],
      """
      Evicting by size means reading every file, so a count is the practical limit (its author \
      doubts this).
      """),
    Entry(
      "H6", ["07-DiskIndex"],
      """
      Finding the least recently used by decoding all metadata does not scale; a local database \
      would be better.
      """),
    Entry(
      "H7", ["08-Revalidation"],
      """
      A conditional request (ETag, answered by 304) keeps a cached picture fresh without a \
      download.
      """),
    Entry(
      "H8", ["07-DiskIndex"],
      "An open question: should memory drop a picture that the disk tier evicts?"),
    Entry(
      "H9", ["07-DiskIndex"],
      """
      A limit by count lets the bytes on disk vary wildly, because pictures are kept at the size \
      they were uploaded in.
      """),
  ]

  private static let downsamplingStudy = [
    Entry(
      "D1", ["09-Downsampling"],
      """
      The original takes more time and bytes than a picture drawn smaller, and that more than a \
      thumbnail made while decoding, whose data is over 15 times smaller. (The time published \
      holds request, decode, shrink and a JPEG encode of the result at quality 100.)
      """),
    Entry(
      "D2", ["09-Downsampling"],
      """
      While many cells scroll, CPU and memory fall from over 100 % and 110 MB (original) through \
      50–70 % and high tens to mid twenties of MB (drawn smaller) to under 50 % and mid tens to \
      low twenties (thumbnail).
      """),
    Entry(
      "D3", ["09-Downsampling"],
      """
      Shrinking 16 times (2560×679 to 156×41) visibly costs quality. An open question: how to \
      shrink that far and keep it?
      """),
    Entry(
      "D4", ["09-Downsampling"],
      "To shrink by a factor n, read the dimensions and pass max(width, height) / n."),
    Entry(
      "D5", ["09-Downsampling"],
      """
      Quality and memory rise together, so the number of pictures on screen trades against their \
      size.
      """),
  ]

  private static let queuePipeline = [
    Entry(
      "Q1", ["10-Pipeline"],
      """
      Download, halve, filter and reload on a concurrent queue with a group: one notice after \
      the last download, then each item reloaded as its filter ends.
      """),
    Entry(
      "Q2", ["10-Pipeline"],
      "A Boolean flag looked at in *suitable places* cancels the pipeline."),
    Entry(
      "Q3", ["10-Pipeline"],
      """
      (Found in its source.) Starting again after a cancel clears the same flag, so cancelled \
      items that have not looked yet wake up.
      """),
    Entry(
      "Q4", ["10-Pipeline"],
      "(Found in its source.) One failed download ends in `fatalError` in the filter stage."),
    Entry(
      "Q5", ["10-Pipeline"],
      """
      (Found in its source.) Half the size in points, drawn at the screen's scale, saves nothing \
      at 2×, grows 2.25 times at 3×, and turns transparency black.
      """),
    Entry(
      "Q6", ["10-Pipeline"],
      """
      (Found in its source.) Filtering is outside the group, so nothing says that all is done; a \
      cancel between begin and end leaks the drawing context.
      """),
  ]
}

/// A claim before its source is added.
private struct Entry {
  let id: String
  let experiments: [String]
  let text: String

  init(_ id: String, _ experiments: [String], _ text: String) {
    self.id = id
    self.experiments = experiments
    self.text = text
  }
}

extension [Entry] {
  fileprivate func claims(_ source: Claim.Source) -> [Claim] {
    map { Claim(id: $0.id, text: $0.text, source: source, experiments: $0.experiments) }
  }
}
