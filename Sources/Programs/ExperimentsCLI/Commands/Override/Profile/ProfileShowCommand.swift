import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

struct ProfileShowCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the overrides of a profile.")
    static let examples = [
        CommandExample("experiments override profile show \"QA checkout\"", "Look at what it holds")
    ]

    @Argument(help: "The name of the profile.", completion: .profiles) var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let profile = try OpenedProfiles(options.settings).library.profile(named: name)
        guard !options.settings.json else {
            return try ProfilePrinter(options.settings).print("", ["profile": profile.document])
        }
        var table = Table(["KEY": 60, "STATE": 5, "VALUE": 60, "NOTE": 120])
        for name in profile.overrides.names {
            guard let override = profile.overrides[name] else { continue }
            table.append([
                .init(name), .init(override.isEnabled ? "on" : "off"),
                .init(override.value.isEmpty ? "\"\"" : override.value), .init(override.note ?? ""),
            ])
        }
        try table.print(PlainText(options.settings))
    }
}
