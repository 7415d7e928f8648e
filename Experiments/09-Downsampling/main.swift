import StudyKit

runExperiment(downsampling)
