/// Notes in what order things happened.
final class Order: @unchecked Sendable {  // used by one thread at a time, as explored
  var text = ""
}
