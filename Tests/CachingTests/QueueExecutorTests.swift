import Caching
import Dispatch
import Testing

@Suite(.timeLimit(.minutes(10))) struct QueueExecutorTests {
  @Test func `an actor on a queue runs there`() async {
    let queue = DispatchQueue(label: "test")
    let cache = ExecutorActorCache<Int>(.holding(), executor: QueueExecutor(queue: queue))
    await cache.update("a") { _ in
      dispatchPrecondition(condition: .onQueue(queue))
      return (1, 1)
    }
    #expect(await cache.value(for: "a") == 1)
  }

  @Test func `code on the queue may assume the actor's isolation`() async {
    let queue = DispatchQueue(label: "test")
    let cache = ExecutorActorCache<Int>(.holding(), executor: QueueExecutor(queue: queue))
    await cache.store(1, for: "a", cost: 1)
    let read = await onThread { queue.sync { cache.assumeIsolated { $0.value(for: "a") } } }
    #expect(read == 1)
  }

  @Test func `code elsewhere may not`() async {
    await #expect(processExitsWith: .failure) {
      let cache = ExecutorActorCache<Int>(.holding())
      readAssumingIsolation(cache)
    }
  }

  @Test func `a mailbox runs on the task executor it was given`() async {
    let executor = CountingTaskExecutor()
    let cache = MailboxCache<Int>(.holding(), taskExecutor: executor)
    await cache.store(1, for: "a", cost: 1)
    #expect(await cache.value(for: "a") == 1)
    #expect(executor.jobs.elements.count >= 1)
  }
}

private func readAssumingIsolation(_ cache: ExecutorActorCache<Int>) {
  _ = cache.assumeIsolated { $0.value(for: "a") }
}

private final class CountingTaskExecutor: TaskExecutor {
  let jobs = Collector<Void>()
  private let queue = DispatchQueue(label: "test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.add(())
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
