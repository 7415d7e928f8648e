import StudyKit

runExperiment(reentrancy)
