/// A screen's line and a disk's, whose work asks for the other's; in two ways: the first waits for
/// one while it is in the other.
struct ScreenAndDisk: Sendable {
  let main: any Section
  let io: any Section
  let read: @Sendable () -> String
  let show: @Sendable (String) -> Void

  // lesson: waiting-inside
  func draw() {
    main { show(io { read() }) }  // main waits for io
  }

  func reload() {
    io {
      let picture = read()
      main { show(picture) }  // and io waits for main
    }
  }
  // lesson: end

  // lesson: waiting-outside
  func drawOneAfterTheOther() {
    let picture = io { read() }
    main { show(picture) }  // io has been let go
  }
  // lesson: end
}

/// The same screen as an actor.
actor Screen {
  private nonisolated let executor: any SerialExecutor
  private let show: @Sendable (String) -> Void

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(on executor: any SerialExecutor, show: @escaping @Sendable (String) -> Void) {
    self.executor = executor
    self.show = show
  }

  // lesson: waiting-actors
  func draw(from disk: Disk) async {
    show(await disk.read())  // the screen is free for others here
  }
  // lesson: end

  func present(_ picture: String) { show(picture) }
}

/// The same disk as an actor.
actor Disk {
  private nonisolated let executor: any SerialExecutor
  private let contents: @Sendable () -> String

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(on executor: any SerialExecutor, contents: @escaping @Sendable () -> String) {
    self.executor = executor
    self.contents = contents
  }

  func read() -> String { contents() }
  func reload(on screen: Screen) async { await screen.present(contents()) }
}
