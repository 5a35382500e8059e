import ExperimentsProject

extension CommandProblem {
    /// There is no project file to work with.
    static var noProject: CommandProblem {
        CommandProblem(
            "there is no \(ProjectFile.name) here or in a folder above",
            advice: """
                experiments demo            shows a dashboard on values that change while you watch
                experiments init            writes a project file to start from
                experiments --config FILE   takes a project file from elsewhere
                """)
    }
}
