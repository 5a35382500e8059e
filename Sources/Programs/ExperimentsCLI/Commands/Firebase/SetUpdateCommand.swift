import ArgumentParser
import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import GoogleServiceAccount

struct SetUpdateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-update", abstract: "Publish which release of an app its users should or must install.",
        discussion: """
            Sets the default value of the parameter PLATFORM_KIND_update, for example ios_recommended_update, to \
            {"version", "download"}, and leaves everything else of the template as it is: conditional values, \
            descriptions, members that nobody here knows. If somebody publishes at the same time, their version is \
            read and the change made on it, once. Prints the number of the published version; nothing is published \
            where the parameters hold the update already.
            """)
    static let examples = [
        CommandExample(
            "experiments firebase set-update recommended 1.4.0 https://example.com/app service-account.json",
            "Recommend a release to the users of an app")
    ]

    @Argument(help: "How urgent the update is.") var kind: ApplicationUpdate.Kind

    @Argument(help: "The release, for example 1.2.3 or 1.2.3.400.") var version: String

    @Argument(help: ArgumentHelp("The URL from which users download it.", valueName: "download-url")) var download:
        String

    @OptionGroup var keyFile: KeyFile

    @Option(help: "For which app. Repeatable, to publish for several at once.") var platform: [UpdatePlatform] = []

    @Option(help: ArgumentHelp("Another parameter than the usual one.", valueName: "name")) var parameter: String?

    @Option(help: ArgumentHelp("Another project than the service account's own.", valueName: "id")) var project: String?

    @Option(
        help: ArgumentHelp(
            "Where the service is. Default: $FIREBASE_REMOTE_CONFIG_URL, else Google's.", valueName: "url"))
    var baseURL: String?

    @Flag(help: "Let the service check the change, and publish nothing.") var dryRun = false

    @OptionGroup(title: "Global options") var global: OutputOptions

    func validate() throws {
        guard !platform.isEmpty || parameter != nil else {
            throw ValidationError("Say for which app: --platform ios or --platform android.")
        }
        guard parameter == nil || platform.isEmpty else {
            throw ValidationError("--platform and --parameter exclude one another.")
        }
    }

    func run() throws {
        let update = try self.update()
        let key = try keyFile.key()
        let client = TemplateClient(
            project: project ?? key.projectID, baseURL: try base(), tokens: ServiceAccountTokenSource(key: key))
        let publication = UpdatePublication(
            client: client, edit: UpdateEdit(update: update, keys: keys), isRehearsal: dryRun)
        let outcome = try Progress.wait("publishing") { try await publication.carryOut() }
        try UpdatePrinter(global.settings, project: client.project, kind: kind).print(outcome)
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
                "\(Quotation.of(version)) is not a release", advice: "Write three or four numbers: 1.2.3 or 1.2.3.400.")
        }
        guard let url = URL(string: download), url.scheme?.isEmpty == false, url.host?.isEmpty == false else {
            throw CommandProblem(
                "\(Quotation.of(download)) is not an address to download from",
                advice: "Write a URL such as https://apps.apple.com/app/id1.")
        }
        return ApplicationUpdate(version: release, download: url)
    }

    /// Where the service is: the same places as for `experiments template`.
    private func base() throws(CommandProblem) -> URL {
        let url = try TemplateServiceURL(baseURL, named: "--base-url").url
        try TemplateServiceURL.refuseClearText(url, advice: "Use an https URL; http is for this machine alone.")
        return url
    }
}

extension ApplicationUpdate.Kind: ExpressibleByArgument {}

/// Tells what became of a publication: the version alone on standard output, words on standard error.
struct UpdatePrinter {
    private let settings: Settings
    private let project: String
    private let kind: ApplicationUpdate.Kind

    init(_ settings: Settings, project: String, kind: ApplicationUpdate.Kind) {
        (self.settings, self.project, self.kind) = (settings, project, kind)
    }

    func print(_ outcome: UpdatePublication.Outcome) throws(CommandProblem) {
        if outcome.wasRepeated {
            StandardError.line("somebody published meanwhile; the change was made on their version")
        }
        for change in outcome.changes { tell(change) }
        switch outcome.act {
        case .published: break
        case .rehearsed: StandardError.line("the service accepts the change; nothing was published")
        case .nothing: StandardError.line("nothing was published: the template says so already")
        }
        if settings.json { return try StandardOutput.document(document(outcome)) }
        if let version = outcome.version, outcome.act != .rehearsed { try StandardOutput.line("\(version)") }
    }

    private func tell(_ change: UpdateEdit.Change) {
        guard change.isChange else { return }
        StandardError.line("\(change.key): \(Self.words(for: change.before)) → \(change.after)")
        if !change.conditions.isEmpty {
            let names = change.conditions.map { Quotation.of($0) }.joined(separator: ", ")
            StandardError.line("note: \(change.key) keeps its own values under \(names)")
        }
        if let old = Self.release(in: change.before), let new = Self.release(in: .text(change.after)), new < old {
            StandardError.line("warning: \(new) is older than \(old), which it takes the place of")
        }
    }

    private static func words(for value: TemplateValue?) -> String {
        switch value {
        case nil: "(none)"
        case .text(let text)?: Quotation.of(text, limit: 200)
        case .inAppDefault?: "(the app's own default)"
        case .other?: "(a value of another kind)"
        }
    }

    private static func release(in value: TemplateValue?) -> ApplicationUpdate.Version? {
        guard case .text(let text)? = value, let object = try? JSONValue(parsing: text).object else { return nil }
        return object["version"]?.string.flatMap(ApplicationUpdate.Version.init(rawValue:))
    }

    private func document(_ outcome: UpdatePublication.Outcome) -> Document {
        [
            "project": project, "kind": kind.rawValue, "published": outcome.act == .published,
            "repeated": outcome.wasRepeated, "version": outcome.version.map { String($0) },
            "parameters": outcome.changes.map(Self.document),
        ]
    }

    private static func document(_ change: UpdateEdit.Change) -> Document {
        var was: String?
        if case .text(let text)? = change.before { was = text }
        return [
            "name": change.key, "changed": change.isChange, "value": change.after, "was": was,
            "conditions": change.conditions,
        ]
    }
}

extension OutputOptions {
    /// Prints the one value that a command is about; with --json, a document that has it under `name`, and `others` beside
    /// it.
    func print(_ value: String, as name: String, others: Document = [:]) throws(CommandProblem) {
        guard json else { return try StandardOutput.whole(value) }
        try StandardOutput.document([name: value] + others)
    }
}
