import Foundation
import StudyKit

prepareDescriptors()
let triptych = Triptych(study: .installed, console: Console())
exit(await triptych.run(Array(CommandLine.arguments.dropFirst())))
