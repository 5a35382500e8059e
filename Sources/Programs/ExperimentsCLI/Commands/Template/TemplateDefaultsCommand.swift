import ArgumentParser
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport
import FirebaseTemplates

struct TemplateDefaultsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults", abstract: "Print or save the default values of a template",
        discussion: """
            Writes the default value of each parameter, like the Firebase console's export: plist for apps on Apple \
            platforms, xml for Android, json for the web. Skips parameters that use the in-app default. Uses the \
            template in FILE (or the one that firebase.json names), else the published one of the project of the \
            service options, else that of the project file's source.
            """)
    static let examples: KeyValuePairs = [
        "experiments template defaults template.json --output RemoteConfigDefaults.plist":
            "Save the defaults for an iOS app",
        "experiments template defaults --format xml --service-account service-account.json":
            "Print the published defaults for an Android app",
    ]

    @Argument(
        help: ArgumentHelp("JSON file of a template", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Format: plist, xml or json (default: the extension of --output, else plist)", valueName: "format"
        ))
    var format: DefaultsFormat?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("File to write (default: standard output)", valueName: "file"),
        completion: .file(extensions: ["plist", "xml", "json"]))
    var output: String?

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let (template, title) = try template()
        let format = self.format ?? endingFormat ?? .plist
        let unwritable = format.unwritableKeys(of: template)
        guard unwritable.isEmpty else {
            throw CommandProblem(
                "\(title): XML cannot contain the default of \(unwritable.map { Quotation.of($0) }.joined(separator: ", "))",
                advice: "It contains control characters. Remove them, or use --format json.")
        }
        let text = format.text(of: template)
        guard let output else { return try StandardOutput.exact(text) }
        try AtomicFile.write(Array(text.utf8), to: output)
        let count = template.parameters.count { if case .text = $0.defaultValue { true } else { false } }
        let leftOut = template.parameters.count - count
        let rest = leftOut == 0 ? "" : "; skipped \(leftOut) with the in-app default"
        try global.settings.printChange(
            [
                "path": output, "format": format.rawValue.lowercased(), "defaults": count, "leftOut": leftOut,
                "skipped": leftOut,
            ], else: "saved \(CountText.count(count, "default value")) in \(output)\(rest)")
    }

    private var endingFormat: DefaultsFormat? {
        output.flatMap { $0.split(scalar: ".").last }.flatMap { DefaultsFormat(rawValue: $0.uppercased()) }
    }

    private func template() throws -> (RemoteConfigTemplate, title: String) {
        if let file { return (try TemplateFile(file).template().template, file) }
        if !service.isGiven, let located = try LocatedProject(global.settings),
            located.project.sources.contains(where: { TemplateWorkspace.kinds.contains($0.kind) })
        {
            let origin = try TemplateWorkspace.opened(global.settings).workspace.origin
            return (try origin.read(global).template, origin.title)
        }
        let client = try service.client()
        let published = try Progress.wait("Asking Remote Config", within: global.waits) {
            try await client.template()
        }
        return (published.template, "project \(client.project)")
    }
}

/// Formats are in lower case on the command line.
extension DefaultsFormat: ExpressibleByArgument {
    package init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        self.init(rawValue: argument.uppercased())
    }

    package static var allValueStrings: [String] { ["plist", "xml", "json"] }
}
