import ExperimentsCLI

Program.main()
