import StudyKit

runExperiment(ordering)
