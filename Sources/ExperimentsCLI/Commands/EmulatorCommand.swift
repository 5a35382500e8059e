import ArgumentParser

struct EmulatorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "emulator", abstract: "Serve a template the way Firebase Remote Config does.")

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        throw CommandProblem("not wired")
    }
}
