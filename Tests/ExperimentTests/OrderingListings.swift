import Caching
import Imaging

@testable import _1_Ordering

// The listings of 01-Ordering's programs and prices as code that compiles; a test holds them
// against the lesson. Nothing here is called.

private func storeUpdateReadListing(
  _ cache: some ImageCache<Pixels>, _ a: Pixels, _ noir: Pixels,
  _ show: @escaping @Sendable (Pixels?) -> Void
) {
  // lesson: store-update-read
  Task { await cache.store(a, for: "photograph", cost: a.byteCount) }
  Task { await cache.update("photograph") { _ in (noir, noir.byteCount) } }
  Task { show(await cache.value(for: "photograph")) }
  // lesson: end
}

private func setTwiceListing(_ cache: some ImageCache<Pixels>, _ first: Pixels, _ last: Pixels) {
  // lesson: set-twice
  Task.immediate(priority: .background) { await cache.update("setting") { _ in (first, 1) } }
  Task.immediate(priority: .high) { await cache.update("setting") { _ in (last, 1) } }
  // lesson: end
}

private func setTwiceNumberedListing(
  _ cache: some ImageCache<Pixels>, _ writes: NumberedWrites, _ first: Pixels, _ last: Pixels
) {
  // lesson: set-twice-numbered
  let one = writes.next { _ in first }
  let two = writes.next { _ in last }
  Task.immediate(priority: .background) {
    await cache.update("setting") { one($0).map { ($0, 1) } }
  }
  Task.immediate(priority: .high) {
    await cache.update("setting") { two($0).map { ($0, 1) } }
  }
  // lesson: end
}

private func priceListing(_ cache: some ImageCache<Pixels>, _ a: Pixels, _ noir: Pixels) async {
  // lesson: price
  let store = Task { await cache.store(a, for: "photograph", cost: a.byteCount) }
  let update = Task { await cache.update("photograph") { _ in (noir, noir.byteCount) } }
  let read = Task { await cache.value(for: "photograph") }
  _ = (await store.value, await update.value, await read.value)
  // lesson: end
}

private func mainPriceListing(_ cache: some ImageCache<Pixels>, _ a: Pixels, _ noir: Pixels) {
  // lesson: price-main
  @MainActor func show() async {
    let store = Task { await cache.store(a, for: "photograph", cost: a.byteCount) }
    let update = Task { await cache.update("photograph") { _ in (noir, noir.byteCount) } }
    let read = Task { await cache.value(for: "photograph") }
    _ = (await store.value, await update.value, await read.value)
  }
  // lesson: end
}

private func numberingListing(
  _ cache: some ImageCache<Pixels>, _ first: Pixels, _ last: Pixels
) async {
  // lesson: numbering
  let one = Task.immediate { await cache.update("setting") { _ in (first, 1) } }
  let two = Task.immediate { await cache.update("setting") { _ in (last, 1) } }
  _ = (await one.value, await two.value)
  // lesson: end
}
