import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import FirebaseConfig
import FirebaseTemplates
import Foundation

struct SetUpdateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-update", abstract: "Publish a recommended or required app update",
        discussion: """
            Sets the default value of the parameter PLATFORM_KIND_update, for example ios_recommended_update, to \
            {"version", "download"}. Everything else in the template stays as it is: conditional values, descriptions \
            and unknown members. If someone else publishes at the same time, the change is applied again, to their \
            version. Prints the number of the published version. If the parameters already have this value, nothing is \
            published. If the project file has this Firebase project as a source whose environment is production, you \
            have to type the name of the project, unless you use --yes.
            """)
    static let examples: KeyValuePairs = [
        "experiments firebase set-update recommended 1.4.0 https://example.com/app service-account.json":
            "Recommend a release to the users of an app"
    ]

    @Argument(help: "Urgency of the update") var kind: ApplicationUpdate.Kind

    @Argument(help: "Version of the release, for example 1.2.3 or 1.2.3.400") var version: String

    @Argument(help: ArgumentHelp("Download URL for users", valueName: "download-url")) var download: String

    @Argument(
        help: ArgumentHelp("Same as --service-account", valueName: "key-file"),
        completion: .file(extensions: ["json"]))
    var keyFile: String?

    @Option(help: "Platform of the app (repeatable)") var platform: [UpdatePlatform] = []

    @Option(help: ArgumentHelp("Parameter to set instead of the usual one", valueName: "name")) var parameter:
        String?

    @Flag(help: "Don't ask") var yes = false

    @Flag(help: "Have the service check the change without publishing it") var dryRun = false

    @OptionGroup(title: "Service") var service: GoogleServiceOptions
    @OptionGroup(title: "Global options") var waiting: WaitOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

    func validate() throws {
        guard !platform.isEmpty || parameter != nil else {
            throw ValidationError("expected --platform ios, --platform android, or --parameter")
        }
        guard parameter == nil || platform.isEmpty else {
            throw ValidationError("--platform and --parameter cannot be combined")
        }
        guard keyFile == nil || service.serviceAccount == nil else {
            throw ValidationError("expected the key file only once, as an argument or with --service-account")
        }
    }

    func run() throws {
        let update = try self.update()
        let client = try service.client(keyFile: keyFile)
        let publication = UpdatePublication(update: update, keys: keys)
        let known = KnownFirebaseProject(client.project, global.settings)
        let origin = TemplateOrigin.service(client)
        try PublishingDialogue(
            UpdateVoice(command: self, publication: publication, project: client.project),
            PublishingConsent(isYes: yes), within: waiting.timeout
        ).publish(
            TemplatePublication(
                TemplateInput(.changes(publication.changes)), to: origin.title,
                // The command names the only value that changes.
                consent: PublicationConsent(in: known.environment, called: client.project, elsewhere: .given),
                isRehearsal: dryRun), to: origin)
    }

    private var keys: [String] {
        if let parameter { return [parameter] }
        var seen: Set<UpdatePlatform> = []
        return platform.filter { seen.insert($0).inserted }.map { platform in
            ApplicationUpdate.Keys(platform.appPlatform)[kind].rawValue
        }
    }

    private func update() throws(CommandProblem) -> ApplicationUpdate {
        // The parts that apps ignore, such as the `beta` of 1.2.3.beta, would be misleading.
        guard version.wholeMatch(of: /[0-9]+(\.[0-9]+){2,3}/) != nil,
            let release = ApplicationUpdate.Version(rawValue: version)
        else {
            throw CommandProblem(
                "invalid version \(Quotation.of(version))",
                advice: "Use three or four numbers, such as 1.2.3 or 1.2.3.400.")
        }
        guard let url = URL(string: download), url.scheme?.isEmpty == false, url.host?.isEmpty == false else {
            throw CommandProblem(
                "invalid download URL \(Quotation.of(download))",
                advice: "Use a URL such as https://apps.apple.com/app/id1.")
        }
        return ApplicationUpdate(version: release, download: url)
    }
}

extension ApplicationUpdate.Kind: ExpressibleByArgument {}

extension OutputOptions {
    /// Prints the single result of a command. With `--json`, prints a document with the result under `name`, and the
    /// members of `others`.
    func print(_ value: String, as name: String, others: Document = [:]) throws(CommandProblem) {
        guard json else { return try StandardOutput.whole(value) }
        try StandardOutput.document([name: value] + others)
    }
}
