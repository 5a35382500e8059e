import ArgumentParser

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "init", abstract: "Write a project file to start from.")

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        throw CommandProblem("not wired")
    }
}
