import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct ProfileImportCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Keep a profile that was shared as a line or a file.",
        discussion:
            "It is kept, not set; `experiments override profile load` sets it. A file of overrides is taken for a profile, too."
    )
    static let examples = [
        CommandExample(
            "experiments override profile import qa.json --name \"QA checkout\"", "Keep a profile from a file"),
        CommandExample("pbpaste | experiments override profile import -", "Keep one that was shared as a line"),
    ]

    @Argument(help: ArgumentHelp("The line, the path of a file, or - for standard input.", valueName: "line-or-file"))
    var origin: String

    @Option(help: ArgumentHelp("The name to keep it under.", valueName: "name")) var name: String?

    @Flag(help: "Replace another profile of this name.") var replace = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        if let name { try OverrideProfile.check(name: name) }
        var profile = try profile()
        if let name { profile.name = name }
        try OpenedProfiles(options.settings).library.save(profile, replacing: replace)
        let count = profile.overrides.entries.count
        try ProfilePrinter(options.settings).print(
            "imported \(profile.name) with \(CountText.count(count, "override"))",
            ["profile": profile.document])
    }

    private func profile() throws -> OverrideProfile {
        if OverrideProfile.isShareText(origin), access(origin, F_OK) != 0 { return try read(Array(origin.utf8)) }
        let path = origin == "-" ? "/dev/stdin" : origin
        guard origin != "-" else { return try read(Array(FileHandle.standardInput.readDataToEndOfFile())) }
        return try read(try FileBytes.read(path, limit: OverrideProfileStore.sizeLimit))
    }

    private func read(_ bytes: [UInt8]) throws -> OverrideProfile {
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            if OverrideProfile.isShareText(text) { return try OverrideProfile(shareText: text) }
            let fallback = (PathText.name(of: origin) as NSString).deletingPathExtension
            return try OverrideProfile(parsing: bytes, named: origin == "-" ? "imported" : fallback)
        } catch let problem as OverrideDocumentProblem {
            throw CommandProblem(
                "\(origin.prefix(60)) holds no profile: \(problem)",
                advice: "A profile is a line that begins with experiments1, or a JSON file of overrides.")
        }
    }
}
