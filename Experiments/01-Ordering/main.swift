import StudyKit

await runExperiment(ordering)
