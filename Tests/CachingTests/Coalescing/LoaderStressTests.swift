import Caching
import Evidence
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct LoaderStressTests {
  @Test(arguments: LoaderKind.allCases)
  func `on real threads every caller is answered, by what somebody made for its key`(
    kind: LoaderKind
  ) async {
    let running = Atomic(0)
    let width = 3
    let loader = kind.make(
      LoaderConfiguration(
        cache: CacheConfiguration(limits: CacheLimits(totalCost: .max, count: 2)), width: width,
        cost: { _ in 1 },
        load: { key in
          let others = running.add(1, ordering: .relaxed).oldValue
          defer { running.subtract(1, ordering: .relaxed) }
          #expect(others < width)
          await Task.yield()
          return try #require(Int(key.text))
        }))
    await withTaskGroup { group in
      for seed in 0..<8 as Range<UInt64> {
        group.addTask {
          var random = SeededGenerator(seed: seed)
          for _ in 0..<200 {
            let number = Int.random(in: 0..<5, using: &random)
            let key = CacheKey("\(number)")
            let caller = Task { try await loader.value(for: key) }
            switch Int.random(in: 0..<6, using: &random) {
            case 0..<3: caller.cancel()
            case 3: await loader.store(number + 100, for: key)
            case 4: await loader.remove(key)
            default: break
            }
            switch await caller.result {
            case .success(let value): #expect(value % 100 == number)
            case .failure(let error): #expect(error is CancellationError)
            }
          }
        }
      }
    }
  }

  @Test(arguments: LoaderKind.allCases)
  func `on real threads no cancel is lost, whenever it comes`(kind: LoaderKind) async {
    // A caller that was not let go would wait for ever: this load ends by being cancelled only.
    let loader = kind.make(
      LoaderConfiguration(
        cache: CacheConfiguration(limits: CacheLimits(totalCost: .max)), width: 1,
        cost: { _ in 1 },
        load: { _ in
          let (never, open) = AsyncStream.makeStream(of: Never.self)
          for await _ in never {}
          return withExtendedLifetime(open) { 1 }
        }))
    let turn = Turn()
    for round in 1...10_000 {
      let caller = Task {
        turn.round.store(round, ordering: .relaxed)
        return try await loader.value(for: "a")
      }
      // Comes close to the call, before or after it; not for long, should there be but one thread.
      var patience = 10_000
      while turn.round.load(ordering: .relaxed) < round, patience > 0 { patience -= 1 }
      for _ in 0..<round % 1_000 { _ = turn.round.load(ordering: .relaxed) }
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
  }
}

/// Whose turn it is, told without ordering anything else.
private final class Turn: Sendable {
  let round = Atomic(0)
}
