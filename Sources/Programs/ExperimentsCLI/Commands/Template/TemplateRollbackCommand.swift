import ArgumentParser
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

struct TemplateRollbackCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Publish an earlier version again",
        discussion: """
            Shows the changes, asks, and fails if someone else publishes first. Uses the project's source, unless a \
            project or an account is given. If the environment of the source is production, you have to type the name \
            of the project.
            """)
    static let examples: KeyValuePairs = [
        "experiments template rollback": "Publish the previous version again",
        "experiments template rollback 41 --service-account service-account.json": "Publish version 41 again",
    ]

    @Argument(
        help: ArgumentHelp("Version to publish again (default: the previous one)", valueName: "number"))
    var number: Int64?

    @Flag(help: "Don't ask") var yes = false

    @Option(help: ArgumentHelp("Same as the argument", valueName: "number"))
    var version: Int64?

    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if number != nil, version != nil { throw ValidationError("--version cannot be combined with the argument") }
    }

    func run() throws {
        guard try service.isGiven || LocatedProject(global.settings) == nil else {
            let (workspace, located) = try TemplateWorkspace.opened(global.settings)
            guard workspace.origin.hasVersions else {
                throw CommandProblem.withoutVersions(workspace.origin)
            }
            return try rollBack(workspace.origin) {
                workspace.publication(of: $0, for: located.project.keys, ending: Set(ending.studies))
            }
        }
        let origin = TemplateOrigin.service(try service.client())
        try rollBack(origin) {
            TemplatePublication(
                $0, to: origin.title, called: origin.name, environment: nil, ending: Set(ending.studies))
        }
    }

    private func rollBack(
        _ origin: TemplateOrigin, _ publication: (TemplatePublication.Action) -> TemplatePublication
    ) throws {
        let number = try number ?? version ?? Self.versionBefore(origin)
        // A rollback is often urgent, so values that the app does not accept are shown but not refused.
        _ = try DraftPublishing(global, yes: yes, raw: true).publish(publication(.rollback(to: number)), to: origin)
    }

    /// Returns the version before the latest.
    private static func versionBefore(_ origin: TemplateOrigin) throws -> Int64 {
        let versions = try Progress.wait("Asking \(origin.title)") { try await origin.versions(limit: 2) }
        let numbers = versions.compactMap(\.number)
        guard numbers.count == 2 else { throw CommandProblem("no earlier version to publish") }
        return numbers[1]
    }
}

extension CommandProblem {
    /// Creates the error for versions of a template in a file.
    static func withoutVersions(_ origin: TemplateOrigin) -> CommandProblem {
        CommandProblem(
            "\(origin.title) is a file without versions",
            advice: "Use your version control system to see or restore earlier versions.")
    }
}
