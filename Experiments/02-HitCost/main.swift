import StudyKit

runExperiment(hitCost)
