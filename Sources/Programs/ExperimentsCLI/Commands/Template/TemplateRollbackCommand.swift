import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

struct TemplateRollbackCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Publish an earlier version again, as a new one.",
        discussion: """
            Shows what would change, asks, and looks whether somebody else published meanwhile; of the project's source, \
            unless a project or an account is named. Where the source's environment is production, the project's name \
            has to be typed.
            """)
    static let examples = [
        CommandExample("experiments template rollback", "Publish the version before the latest again"),
        CommandExample(
            "experiments template rollback 41 --service-account service-account.json", "Publish version 41 again"),
    ]

    @Argument(
        help: ArgumentHelp("The version to bring back. Default: the one before the latest.", valueName: "number"))
    var number: Int64?

    @Flag(help: "Do not ask.") var yes = false

    @Option(help: ArgumentHelp("The version to bring back, as an option.", valueName: "number"))
    var version: Int64?

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if number != nil, version != nil { throw ValidationError("Name the version once.") }
    }

    func run() throws {
        guard try service.isGiven || LocatedProject(global.settings) == nil else {
            let (workspace, located) = try TemplateWorkspace.opened(global.settings)
            guard workspace.origin.hasVersions else {
                throw CommandProblem(
                    "\(workspace.origin.title) is a file, which has no versions",
                    advice: "Bring it back with your version control.")
            }
            return try rollBack(workspace.origin) { workspace.publication(of: $0, for: located.project.keys) }
        }
        let origin = TemplateOrigin.service(try service.client())
        try rollBack(origin) { TemplatePublication($0, to: origin.title, called: origin.name, environment: nil) }
    }

    private func rollBack(
        _ origin: TemplateOrigin, _ publication: (TemplatePublication.Action) -> TemplatePublication
    ) throws {
        let number = try number ?? version ?? Self.versionBefore(origin)
        // What was published once is brought back in a hurry; its values are shown, and not refused.
        _ = try DraftPublishing(global, yes: yes, raw: true).publish(publication(.rollback(to: number)), to: origin)
    }

    /// The version before the latest.
    private static func versionBefore(_ origin: TemplateOrigin) throws -> Int64 {
        let versions = try Progress.wait("Asking \(origin.title)") { try await origin.versions(limit: 2) }
        let numbers = versions.compactMap(\.number)
        guard numbers.count == 2 else { throw CommandProblem("there is no earlier version to bring back") }
        return numbers[1]
    }
}
