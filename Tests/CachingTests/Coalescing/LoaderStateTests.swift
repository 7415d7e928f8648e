import Caching
import Testing

@Suite struct LoaderStateTests {
  @Test func `a load has its most urgent caller's priority, and is raised for a later one`() {
    var bench = LoaderBench(width: 1)
    bench.run(.join("holder", "x", .high))
    bench.run(.join("first", "a", .low))
    bench.run(.join("second", "a", .medium))
    #expect(bench.run(.end(0, 1)) == ["start a#1 \(TaskPriority.medium.rawValue)", "holder: 1"])
    #expect(bench.run(.join("third", "a", .low)) == [])
    #expect(bench.run(.join("fourth", "a", .high)) == ["raise a#1 \(TaskPriority.high.rawValue)"])
    #expect(bench.run(.join("fifth", "a", .high)) == [])
  }

  @Test func `whoever came first is answered first`() {
    var bench = LoaderBench(width: 1)
    for name in ["first", "second", "third"] { bench.run(.join(name, "a")) }
    #expect(bench.run(.end(0, 1)) == ["first: 1", "second: 1", "third: 1"])
  }

  @Test func `a cancelled load keeps its place until it ends`() {
    var bench = LoaderBench(width: 1)
    bench.run(.join("first", "a"))
    #expect(bench.run(.leave("first")) == ["first: cancelled", "cancel a#0"])
    #expect(bench.run(.join("second", "a")) == [])
    #expect(bench.run(.end(0, 1)) == ["start a#1 \(TaskPriority.medium.rawValue)"])
    #expect(bench.run(.end(1, 2)) == ["second: 2"])
    #expect(bench.state.isIdle)
  }

  @Test func `a caller that is answered, or never asked, leaves nothing behind by leaving`() {
    var bench = LoaderBench(width: 1)
    bench.run(.join("first", "a"))
    bench.run(.end(0, 1))
    #expect(bench.run(.leave("first")) == [])
    #expect(bench.run(.leave("stranger")) == [])
    #expect(bench.state.isIdle)
  }

  @Test func `a removed load in line is still the one to join`() {
    var bench = LoaderBench(width: 1)
    bench.run(.join("holder", "x"))
    bench.run(.join("first", "a"))
    bench.run(.remove("a"))
    bench.run(.join("second", "a"))
    bench.run(.end(0, 0))
    #expect(bench.run(.end(1, 1)) == ["first: 1", "second: 1"])
    #expect(bench.state.peek("a") == 1)
  }

  @Test func `a value that the limits refuse is an answer all the same`() {
    var bench = LoaderBench(width: 1, limits: CacheLimits(totalCost: 0))
    bench.run(.join("first", "a"))
    #expect(bench.run(.end(0, 1)) == ["first: 1"])
    bench.run(.join("second", "a"))
    #expect(bench.run(.store(2, "a")) == ["second: 2", "cancel a#1"])
    #expect(bench.state.peek("a") == nil)
  }

  @Test func `two loads that wait for one another are found through any number of others`() {
    var bench = LoaderBench(width: 1)
    let ring: [CacheKey] = ["a", "b", "c", "d"]
    bench.run(.join("outer", "a"))
    for (index, key) in ring.dropFirst().enumerated() {
      #expect(bench.run(.join("\(index)", key, inside: index)).count == 1, "its place is lent")
    }
    #expect(bench.run(.join("closing", "b", inside: 3)) == ["closing: waits for itself"])
    #expect(bench.run(.join("beside", "e", inside: 3)).count == 1)
  }

  @Test func `a load that ends twice stops`() async {
    await #expect(processExitsWith: .failure) {
      var state = LoaderState<Int, String, Int>(
        cache: CacheConfiguration(limits: CacheLimits(totalCost: 1)), options: EntryOptions(),
        width: 1)
      _ = state.join("a", .init(id: WaiterID(), waiter: "first", priority: .medium))
      var load: LoadID?
      state.startLoads { id, _, _ in
        load = id
        return 0
      }
      for _ in 0..<2 { if let load { _ = state.finish(load, .success((1, cost: 1))) } }
    }
  }
}
