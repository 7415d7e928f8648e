import Evidence
import Reporting

/// The lesson's prose; every number in it is a field that a run fills in.
let description = ExperimentDescription(
  name: "09-Downsampling",
  question: "How small can a large picture be made for a small cell, what does each way cost, and "
    + "what becomes of its quality?",
  introduction: introduction,
  minutes: 15, claims: claims, programs: [fitProgram, factorProgram],
  benchmarks: Timed.all.map(\.benchmark),
  quantities: [partsTable] + Screens.all.map(\.table) + [marginTable, feedTable, sizesTable],
  pictures: [sheet],
  // The claim as it was timed, then what it looks like.
  leads: [partsTable.id, sheet.id] + Timed.all.map(\.benchmark.id)
    + Screens.all.map(\.table.id) + [marginTable.id, feedTable.id, sizesTable.id],
  why: why, cures: cures, tryIt: exercise, doesNotShow: doesNotShow,
  method: method,
  highlight: Highlight(
    title: "As it was timed: how many times the original?", program: Timed.published.id,
    rows: Path.allCases.map(\.rawValue), columns: []))

private let introduction =
  "A blog post compared three ways to show a picture of 2560×679 pixels in a cell 156 points wide. "
  + "*Original*: decode and keep all of it. *Renderer*: decode all of it, then draw it smaller, at "
  + "the screen's scale. *Thumbnail*: let the decoder make it smaller, to a limit in pixels. On a "
  + "screen of scale \(usualScale) a point is \(usualScale)×\(usualScale) pixels. A fourth way, "
  + "*thumbnail × scale*, is this report's. SSIM is likeness from 0 to 1 (below "
  + "\(Likeness.visible) a loss is called visible here); PSNR is another measure of it, in "
  + "decibels, more is better."

private let why: [Passage] = [
  .text("Four ways to what a cell keeps; the first three are the study's:"),
  .source("paths"),
  .text(
    "*What was timed.* The study's clock ran until a JPEG of the result had been made to print its "
      + "size. Of the original that is a JPEG of the whole picture, {parts/webp-original/encode}; "
      + "of the thumbnail {parts/webp-thumbnail/encode}:"),
  .source("as-timed"),
  .choice(
    field: "unencoded",
    paragraphs: [
      "other":
        "Take it away and the order is another. To draw smaller is work on top of the decode "
        + "({parts/webp-renderer/shrink} on top of {parts/webp-renderer/decode}), so the renderer "
        + "took {webp-made/renderer} times the original. A thumbnail took "
        + "{webp-made/thumbnail} times from the WebP and {jpeg-made/thumbnail} from the JPEG: a "
        + "JPEG's transform can leave out most of a block, while a WebP must be predicted from its "
        + "neighbours pixel by pixel before anything can be left out.",
      "same":
        "Without it the order was the same in this run: the renderer took {webp-made/renderer} "
        + "times the original, the thumbnail {webp-made/thumbnail} times from the WebP and "
        + "{jpeg-made/thumbnail} from the JPEG.",
    ]),
  .text(
    "*What is held at once.* Original and renderer both hold the whole picture, if only for a "
      + "moment: {webp-screens/original-3/peak} and {webp-screens/renderer-3/peak}. Thumbnails "
      + "hold some rows, and of a WebP what the decoder delivers: {webp-screens/thumbnail-3/peak}, "
      + "{jpeg-screens/thumbnail-3/peak} from the JPEG."),
  .text(
    "*What is seen.* A screen of scale \(usualScale) has \(usualScale) pixels to a point, each "
      + "way. A picture with fewer is enlarged by the screen; one with more is made smaller by it. "
      + "So quality is that of the picture as the screen shows it:"),
  .source("likeness"),
  .text(
    "The published limit is in points, and so on a screen of scale 2 there was SSIM "
      + "{webp-screens/thumbnail-2/ssim}, on one of scale \(usualScale) "
      + "{webp-screens/thumbnail-3/ssim}, where the same path scored "
      + "{webp-screens/thumbnail-1/ssim} on one of scale 1. With as many pixels as the renderer "
      + "the thumbnail weighed as much ({webp-screens/scaled-3/jpeg} as JPEG 100, the renderer's "
      + "{webp-screens/renderer-3/jpeg}) and looked alike."),
  .text(
    "*What is left to the filter.* A codec's own shrinking takes means of squares. Asked for the "
      + "final size of a WebP it gave {margins/hero-webp-1/psnr}; asked for twice that, with "
      + "Lanczos for the rest, {margins/hero-webp-2/psnr}; for four times, "
      + "{margins/hero-webp-4/psnr}. It took {margins/hero-webp-1/time}, "
      + "{margins/hero-webp-2/time} and {margins/hero-webp-4/time}, the whole picture "
      + "{margins/hero-webp-full/time}: a WebP has to be decoded whole before it can be made "
      + "smaller. On the stars, a JPEG, it was "
      + "{margins/stars-1/psnr}, {margins/stars-2/psnr} and, with nothing left to save, "
      + "{margins/stars-4/psnr}."),
  .text(
    "*What scrolling adds* is that the same cell comes again. A budget "
      + "bounds what is kept, whatever it is; smaller pictures buy that more of them fit. "
      + "{feed/original/kept} of originals were {feed/original/hits} of the cells when the way "
      + "went back, {feed/scaled/kept} of thumbnails with the screen's pixels {feed/scaled/hits}:"),
  .source("feed"),
  .text(
    "*Which size.* The two published rules agree in a square cell. In any other each fails in its "
      + "own way, since neither looks at both sides of the cell:"),
  .source("fit-rules"),
]

private let cures: [Cure] = [
  Cure(
    name: "`max(width, height) × scale`",
    covers: "The visible loss: SSIM {webp-screens/scaled-3/ssim} instead of "
      + "{webp-screens/thumbnail-3/ssim} on a screen of scale \(usualScale).",
    limit: "The scale must be known where the picture is made, and a picture made for one screen "
      + "is not the one for another.",
    price: "{webp-screens/scaled-3/wall} instead of {webp-screens/thumbnail-3/wall}, "
      + "{webp-screens/scaled-3/kept} kept instead of {webp-screens/thumbnail-3/kept}.",
    mends: []),
  Cure(
    name: "Shrink while decoding, not after",
    covers: "The moment in which the whole picture is there: at most {webp-screens/scaled-3/peak} "
      + "instead of {webp-screens/renderer-3/peak} for the same pixels.",
    limit: "What it saves of the decode, the filter may take: {webp-made/scaled} times the "
      + "original's time from the WebP, {jpeg-made/scaled} from the JPEG, {webp-made/renderer} and "
      + "{jpeg-made/renderer} by the renderer.",
    price: "{webp-screens/scaled-3/psnr} where the renderer's filter sees every pixel.", mends: []),
  Cure(
    name: "Leave the filter four times the size",
    covers: "What the codec's coarseness costs: {margins/hero-webp-4/psnr} instead of "
      + "{margins/hero-webp-2/psnr} from the WebP, {margins/hero-jpeg-4/psnr} instead of "
      + "{margins/hero-jpeg-2/psnr} from the JPEG.",
    limit: "Where the reduction is small there is nothing left for the codec to save.",
    price: "{margins/hero-webp-4/peak} instead of {margins/hero-webp-2/peak} at the WebP's peak, "
      + "{margins/hero-webp-4/time} instead of {margins/hero-webp-2/time}.", mends: []),
  Cure(
    name: "Hold both sides against the cell",
    covers: "Cells that are not square: the cure's column fits in all of them.",
    limit: "It shows all of a picture. To fill the cell and cut the rest off, take the larger "
      + "factor instead of the smaller.", mends: []),
  Cure(
    name: "Turn the thumbnail as the file says, and round the limit",
    covers: "Portraits that are stored lying: as published {factor-lying} of their thumbnails lay "
      + "down. With max(width, height) / n rounded instead of cut, sides were off by "
      + "{factor-error-rounded}, instead of {factor-error}.",
    limit: "Sizes must be computed after turning.", mends: []),
]

private let exercise = Exercise(
  change: "In `Experiments/09-Downsampling/Making/Path.swift` let the codec deliver the final size "
    + "itself in the case `.scaled`: `ThumbnailOptions(maxPixelSize: cell.maxPixelSize, decoding: "
    + ".scaled(margin: 1))`.",
  predict: "What happens to time and PSNR of *thumbnail × scale*, from the WebP and from the JPEG?",
  command: "swift run -c release 09-Downsampling",
  answer: "PSNR falls by several decibels from both, because a mean of squares lets through what "
    + "should have been filtered out and dulls what should have stayed. Time falls, since "
    + "the filter has less to do; by the larger part from the JPEG, whose transform leaves out "
    + "more as well, while the WebP is decoded whole before it is made smaller. The codec's "
    + "shrinking is for saving memory and time; quality is the filter's.")

private let doesNotShow = [
  "ImageIO and UIKit. The thumbnails are this project's, with ImageIO's sizes; the renderer is a "
    + "Lanczos filter in its place, and its speed is not UIKit's. Where Apple's thumbnail decodes "
    + "by other codecs, or in hardware, times differ.",
  "The request, which the study timed as well: it is the same for every path.",
  "Scaling by the graphics processor: what a screen does with too many or too few pixels is done "
    + "by Lanczos here, which flatters both. That work, for every frame in which a large picture "
    + "moves, is not in the feed's processor time either.",
  "The published percentages and megabytes: no device is named, and the process has no "
    + "application in it. D2 is judged by order.",
  "Lazy decoding: ImageIO may put decoding off until the picture is drawn. Here it is done when "
    + "asked for.",
  "PSNR and SSIM are no eyes. The pictures are there to be looked at.",
]

private let method = [
  "Every path starts from a file in memory whose header is read, and ends with RGBA of eight bits "
    + "in a Swift array.",
  "A benchmark's epoch is one picture. Rounds and verdicts are as in 02-HitCost, with fewer "
    + "rounds, since an operation takes milliseconds.",
  "D1's order holds where renderer and thumbnail are *faster* than the original and the "
    + "thumbnail's interval lies wholly below the renderer's; it is broken where either is "
    + "*slower*, or the thumbnail's interval lies wholly above. D2's holds where each is over "
    + "\(clearly) times the next.",
  "A loss is visible below SSIM \(Likeness.visible); a gain, if it is over what SSIM "
    + "\(Likeness.native) lacks to 1. SSIM is over windows of 7×7, PSNR over all samples; both of "
    + "red, green and blue as stored.",
  "Peak memory is what a fresh process had resident at most, less what it had with the files read. "
    + "The first decode of a process also brings in the codec's own code.",
  "The feed's order of photographs follows from the seed; every photograph is in it as often as "
    + "any other. \(cellsOnScreen) cells are on screen at once and hold their pictures.",
  "The portrait is the coffee, turned by 90°, as JPEG; the lying one the same stored unturned, "
    + "with orientation 6 in its EXIF.",
]
