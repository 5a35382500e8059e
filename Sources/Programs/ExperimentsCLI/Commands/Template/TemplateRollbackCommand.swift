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

    @Option(
        help: ArgumentHelp(
            "Folder of `template archive`, for a version that the service no longer has", valueName: "folder"),
        completion: .directory)
    var archive: String?

    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if number != nil, version != nil {
            throw ValidationError("--version cannot be combined with the argument")
        }
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
        let client = try service.client()
        let origin = TemplateOrigin.service(client)
        let known = KnownFirebaseProject(client.project, global.settings)
        try rollBack(origin) {
            TemplatePublication(
                TemplateInput($0, keys: known.keys, ending: Set(ending.studies)), to: origin.title,
                consent: PublicationConsent(in: known.environment, called: client.project))
        }
    }

    private func rollBack(
        _ origin: TemplateOrigin, _ publication: (TemplateInput.Action) -> TemplatePublication
    ) throws {
        let number = try number ?? version ?? Self.versionBefore(origin)
        let action = try action(to: number, of: origin)
        // A rollback is often urgent, so values that the app does not accept are shown but not refused.
        try PublishingDialogue(
            TemplateVoice(global), PublishingConsent(isYes: yes, isRaw: true), within: global.waits
        ).publish(publication(action), to: origin)
    }

    /// Returns the version from the archive if the service no longer has it.
    private func action(to number: Int64, of origin: TemplateOrigin) throws -> TemplateInput.Action {
        guard let archive else { return .rollback(to: number) }
        let versions = try Progress.wait("Asking \(origin.title)", within: global.waits) {
            try await origin.versions()
        }
        guard !versions.contains(where: { $0.number == number }) else { return .rollback(to: number) }
        return .archived(number, try TemplateArchive(archive).template(of: number))
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
