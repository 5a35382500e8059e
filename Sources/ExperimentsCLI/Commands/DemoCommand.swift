import ArgumentParser

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "demo", abstract: "Open the dashboard on a source that changes while you watch.")

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        throw CommandProblem("not wired")
    }
}
