import StudyKit

runExperiment(instruments)
