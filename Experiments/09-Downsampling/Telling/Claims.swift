import Evidence
import Reporting

/// The claims, a paragraph for every verdict.
let claims = [timeClaim, scrollingClaim, qualityClaim, factorClaim, balanceClaim]

private let timed =
  "From the WebP, as the study timed it, the renderer took {webp-timed/renderer} times the "
  + "original's time and the thumbnail {webp-timed/thumbnail} times"
private let unencoded =
  "Without the encode they took {webp-made/renderer} and {webp-made/thumbnail} times; from the "
  + "JPEG {jpeg-timed/renderer} and {jpeg-timed/thumbnail} with it, {jpeg-made/renderer} and "
  + "{jpeg-made/thumbnail} without"
private let bytes =
  "The original's JPEG 100 had {byte-ratio} times the bytes of the thumbnail's (published: over "
  + "\(Int(publishedByteRatio))); a thumbnail with all the pixels of the screen would still have "
  + "been {byte-ratio-scaled} times smaller."

private let timeClaim = TestedClaim(
  id: "D1", condition: "what is timed: the encode of the result counts, or it does not",
  paragraphs: [
    .reproduced: "\(timed). \(unencoded): the order is the same in all four. \(bytes)",
    .refuted: "\(timed): not the published order, or not by as many bytes. \(bytes)",
    .depends: "\(timed), in the published order. \(unencoded): not everywhere the same order. Of "
      + "the original's time from the WebP {encode-share} went into a JPEG of "
      + "{webp-screens/original-3/kept} of pixels that nobody would see, and the smaller the "
      + "result, the less there was to encode. "
      + bytes,
    .open: "Open: this run left something out, or could not tell the paths apart from the noise.",
  ])

private let feedFigures =
  "Scrolled over {feed/original/cells} cells down and back at \(Int(cellsPerSecond)) cells a "
  + "second, the original took "
  + "{feed/original/core} of a core and {feed/original/peak}, the renderer {feed/renderer/core} "
  + "and {feed/renderer/peak}, the thumbnail {feed/thumbnail/core} and {feed/thumbnail/peak}"
private let feedDown =
  "on the way down alone, where every picture is new, a cell took {feed/original/down}, "
  + "{feed/renderer/down} and {feed/thumbnail/down}"

private let scrollingClaim = TestedClaim(
  id: "D2", condition: "whether what was made smaller fits the budget and comes back",
  paragraphs: [
    .reproduced: "\(feedFigures): the published order, in processor time and in memory; and "
      + "\(feedDown).",
    .refuted: "\(feedFigures); \(feedDown). That is not the published order.",
    .depends: "\(feedFigures). Memory falls in the published order. Processor time depends on what "
      + "comes back: \(feedDown), but on the way back {feed/original/back}, {feed/renderer/back} "
      + "and {feed/thumbnail/back}, since the cache still held {feed/original/hits}, "
      + "{feed/renderer/hits} and {feed/thumbnail/hits} of the cells. To draw smaller is more work "
      + "the first time, and is paid back by every time that the picture is found. A thumbnail "
      + "with the pixels of the screen, as the renderer's has, took {feed/scaled/core} of a core "
      + "and {feed/scaled/peak}.",
    .open: "Open: this run did not scroll by all three paths.",
  ])

private let loss =
  "On a screen of scale \(usualScale) the thumbnail as published scored "
  + "{webp-screens/thumbnail-3/psnr} and SSIM {webp-screens/thumbnail-3/ssim} against the best "
  + "that the cell's pixels can show"

private let qualityClaim = TestedClaim(
  id: "D3", condition: "the screen: the loss is that of points taken for pixels",
  paragraphs: [
    .reproduced: "\(loss); and shown one pixel to a pixel, on a screen of scale 1, SSIM was "
      + "{webp-screens/thumbnail-1/ssim} from the WebP and {jpeg-screens/thumbnail-1/ssim} from "
      + "the JPEG. Shrinking itself cost visible quality here.",
    .refuted: "\(loss). That is no visible loss, by the bound declared before the run, SSIM "
      + "\(Likeness.visible).",
    .depends: "\(loss): the published loss. But the same 156×41 pixels on a screen of scale 1 "
      + "scored {webp-screens/thumbnail-1/psnr} and SSIM {webp-screens/thumbnail-1/ssim}: "
      + "shrinking 16 times lost next to nothing. The renderer it was compared with drew at the "
      + "screen's scale, so that it had \(usualScale * usualScale) times the pixels. The answer "
      + "to the open question, in a square cell and for a picture that is to be seen whole, is the "
      + "cell's `max(width, height) × scale`: {webp-screens/scaled-3/psnr} and SSIM "
      + "{webp-screens/scaled-3/ssim}. (In any other cell both sides have to be held against the "
      + "picture; to fill a cell, take the larger factor.) It took "
      + "{webp-screens/scaled-3/processor} of a processor instead of "
      + "{webp-screens/thumbnail-3/processor}, {webp-screens/scaled-3/peak} of memory at its peak "
      + "instead of {webp-screens/thumbnail-3/peak} (the renderer: "
      + "{webp-screens/renderer-3/peak}), and keeps {webp-screens/scaled-3/kept} instead of "
      + "{webp-screens/thumbnail-3/kept}.",
    .open: "Open: this run did not hold the pictures against each other.",
  ])

private let factorClaim = TestedClaim(
  id: "D4", condition: "how the picture is stored",
  paragraphs: [
    .reproduced: "For every picture and every n from \(factors[0]) to \(factors.count + 1) the "
      + "sides came out as the picture's divided by n, off by {factor-error}.",
    .refuted: "{factor-wrong} of the thumbnails had other sides than the picture's divided by n.",
    .depends: "Stored upright, the sides came out as the picture's divided by n, off by "
      + "{factor-error}. A portrait stored lying, as a camera held upright stores it, came out "
      + "lying in {factor-lying} cases: as published nothing is turned, and the rule, which takes "
      + "the larger side whichever it is, does not notice. Turned as the file says, it held.",
    .open: "Open: this run shrank no picture.",
  ])

private let risingBelow =
  "Up to the \(nativeSide) pixels that the cell has, quality rose with memory: SSIM "
  + "{sizes/156/ssim} for {sizes/156/kept}, {sizes/468/ssim} for {sizes/468/kept}"

private let balanceClaim = TestedClaim(
  id: "D5", condition: "whether the picture has the cell's pixels already",
  paragraphs: [
    .reproduced: "\(risingBelow). Beyond them it rose on, to {sizes/2560/ssim} for "
      + "{sizes/2560/kept}.",
    .refuted: "Quality did not rise with memory even below the \(nativeSide) pixels that the cell "
      + "has.",
    .depends: "\(risingBelow). Beyond them there was no visible gain, {sizes/936/ssim} for "
      + "{sizes/936/kept} and {sizes/2560/ssim} for the original's {sizes/2560/kept}. So there is "
      + "no balance to agree on but one size to compute. \(budget / 1_000_000) MB hold "
      + "{sizes/468/held} pictures of that size, {sizes/2560/held} originals, and "
      + "{sizes/156/held} of the published thumbnails. Whoever lets a person look closer needs "
      + "more: magnified twice, the cell's own size scored SSIM {sizes/468/closer}, and twice as "
      + "many pixels {sizes/936/closer}.",
    .open: "Open: this run did not make the picture at all sizes.",
  ])
