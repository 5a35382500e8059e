import ArgumentParser
import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import ExperimentsProject
import ExperimentsServer
import Foundation

struct LinkCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Link an app with a URL or QR code",
        discussion: """
            An app that you open with the link follows the overrides of this project, on any device, while a server \
            runs: `experiments serve`, or the dashboard's. Each link has a token, with which one app can read its \
            overrides and send reports, and nothing else. The token is printed once and not stored; only its digest \
            is stored, beside the overrides or in the team's store.

            A server that listens on 127.0.0.1 can only be reached from this machine and its Simulator. For a phone, \
            serve the local network: `experiments serve --host 0.0.0.0 --token TOKEN`. --scheme is the URL scheme \
            that the app declares; on iOS, the camera opens the app from the QR code.
            """)
    static let examples: KeyValuePairs = [
        "experiments link --app shop --server http://192.168.1.20:4180":
            "Link the app on a phone, which scans the QR code",
        "experiments link --list": "List the links",
        "experiments link --revoke --app shop": "Revoke the links of an app",
    ]

    @Option(help: ArgumentHelp("App to link", valueName: "name"), completion: .appNames) var app: String?

    @Option(
        help: ArgumentHelp(
            "Address of the server as the app reaches it (default: the running server, else `serve:` of the project "
                + "file, else \(ServingDefaults.address))", valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "URL scheme of the app (default: the app's name and -debug)", valueName: "scheme"))
    var scheme: String?

    @Flag(help: "Revoke the links of --app, or all links")
    var revoke = false

    @Option(help: ArgumentHelp("Revoke only this link, as listed by --list", valueName: "id"))
    var id: String?

    @Flag(help: "Don't ask") var yes = false

    @Flag(help: "List the links") var list = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !(list && revoke) else { throw ValidationError("--list and --revoke cannot be combined") }
        guard !yes || revoke else { throw ValidationError("--yes requires --revoke") }
        guard id == nil || revoke else { throw ValidationError("--id requires --revoke") }
        guard !(list || revoke) || (server == nil && scheme == nil) else {
            throw ValidationError("--server and --scheme cannot be combined with --list or --revoke")
        }
        guard list || revoke || app != nil else {
            throw ValidationError("expected the app to link, for example `experiments link --app shop`")
        }
    }

    func run() throws {
        let storage = try LinkStorage(OverrideTarget.opened(options.settings, changingShared: !list))
        if list { return try printAll(storage.grants.named(app: app), storage.path) }
        if revoke { return try revokeLinks(in: storage) }
        try make(in: storage)
    }

    private func revokeLinks(in storage: LinkStorage) throws {
        let (app, id) = (app, id)
        let found = storage.grants.named(app: app, id: id)
        guard !found.isEmpty else {
            throw Self.notFound(app: app, id: id, among: storage.grants.named(app: nil))
        }
        if app == nil, id == nil, !yes { try Self.confirm(found) }
        try printRevoked(
            Progress.wait(
                "Revoking links", within: storage.limit(options.waits, changes: found.count),
                changing: "link --list"
            ) {
                try await storage.revoke(app: app, id: id)
            })
    }

    private static func confirm(_ links: [LinkGrant]) throws {
        let apps = Dictionary(grouping: links, by: \.app).sorted { $0.key < $1.key }
        let shown = apps.prefix(5).map { "\($0.key): \($0.value.count)" } + (apps.count > 5 ? ["…"] : [])
        let count = CountText.count(links.count, "link")
        try Question(
            text:
                "Revoke \(count) of \(CountText.count(apps.count, "app")) (\(shown.joined(separator: ", ")))",
            reason: "link --revoke without --app revokes \(count)",
            advice: "Use --app to revoke the links of one app, or --yes to revoke all.",
            refusal: "no link was revoked"
        ).ask()
    }

    private static func notFound(app: String?, id: String?, among links: [LinkGrant]) -> CommandProblem {
        guard !links.isEmpty else {
            return CommandProblem(
                "no links to revoke", advice: "Use `experiments link --app NAME` to create one.")
        }
        let list = "Use `experiments link --list` to list the links."
        if let app, !links.contains(where: { $0.app == app }) {
            let near = SpellingSuggestion.nearest(to: app, in: Set(links.map(\.app)).sorted())
            return CommandProblem(
                "no links of app \(Quotation.of(app))", advice: near.map { "Did you mean \($0)?" } ?? list)
        }
        let owner = app.map { " of \(Quotation.of($0))" } ?? ""
        return CommandProblem("no link\(owner) with the ID \(Quotation.of(id ?? ""))", advice: list)
    }

    /// Returns the address of the running server of this project; nil if none runs.
    private func runningAddress() throws -> String? {
        try KeptApps(options.settings, at: Date()).server.flatMap {
            URL(string: URL.text(ofShownAddress: $0))
        }
        .map { $0.reachable().absoluteString }
    }

    private func make(in storage: LinkStorage) throws {
        let app = app ?? ""
        let scheme = scheme ?? LinkInvitation.scheme(of: app)
        let running = try runningAddress()
        let serving = try LocatedProject(options.settings)?.project.serving
        let address =
            server ?? serving?.publicURL?.absoluteString ?? running
            ?? ProjectServing.reachableAddress(of: serving)
        guard let server = URL(string: address),
            ["http", "https"].contains(server.scheme?.lowercased() ?? "")
        else {
            throw CommandProblem(
                "invalid --server \(Quotation.of(address)): expected a URL such as \(ServingDefaults.address)"
            )
        }
        // Check everything before issuing a token.
        let trial = try LinkInvitation(server: server, token: "t", app: app)
        guard trial.url(scheme: scheme) != nil else {
            throw CommandProblem(
                "invalid --scheme \(Quotation.of(scheme)): expected a letter, then letters, digits, +, - and ."
            )
        }
        let (secret, grant) = try Progress.wait(
            "Creating the link", within: storage.limit(options.waits, changes: 1), changing: "link --list"
        ) {
            try await storage.issue(for: app, at: Date())
        }
        StandardOutput.noteChange()
        let invitation = try LinkInvitation(server: server, token: secret.text, app: app)
        // Print the code last, so that it is completely visible.
        for note in notes(on: server, isRunning: running == address) { StandardError.line("note: \(note)") }
        try printLink(invitation.url(scheme: scheme)?.absoluteString ?? "", grant, to: server)
    }

    /// Returns notes about known reasons why apps may not reach the server.
    private func notes(on server: URL, isRunning: Bool) -> [String] {
        guard server.isLocalServer else { return [] }
        var notes: [String] = []
        if !isRunning, server.answersHere == false {
            notes.append("no server is running at \(server.hostAndPort); start one with `experiments serve`")
        }
        let command = "experiments serve --host 0.0.0.0 --token \"$(openssl rand -hex 16)\""
        return notes + [
            "\(server.hostAndPort) can be reached only from this machine and its Simulator; for a phone, run "
                + "`\(command)`, then create the link again"
        ]
    }
}

extension LinkCommand {
    private var settings: Settings { options.settings }

    /// Prints a new link, and its code as large as fits on the terminal.
    func printLink(_ url: String, _ grant: LinkGrant, to server: URL) throws {
        if settings.json {
            return try StandardOutput.document([
                "link": Self.document(grant) + ["server": server.absoluteString, "url": url]
            ])
        }
        let style = PlainText(settings)
        try StandardOutput.line(style.shown(url))
        guard let code = QRCode(url) else {
            return StandardError.line("note: the link is too long for a QR code; open the app with the URL")
        }
        // Leave room for the next prompt below.
        let room = Console.size.map { (columns: $0.columns, rows: $0.rows - 1) } ?? (.max, .max)
        guard
            let picture = QRPicture(
                code, columns: room.columns, rows: room.rows, isASCII: settings.keepsToASCII)
        else {
            let least = QRPicture.smallest(of: code, isASCII: settings.keepsToASCII)
            return StandardError.line(
                "note: the QR code needs a terminal of \(least.columns)x\(least.rows + 1); make the window larger, or "
                    + "open the app with the URL")
        }
        try StandardOutput.lines(picture.lines.map { StyledText($0, settings.colorsOutput ? .code : .plain) })
    }

    /// Prints all links.
    func printAll(_ grants: [LinkGrant], _ path: String) throws {
        let table = Table(["ID": 8, "APP": 40, "ISSUED": 20, "BY": 20], of: grants) { grant in
            [
                .init(grant.id), .init(grant.app), .init(RFC3339.text(of: grant.issuedAt)),
                .init(grant.author ?? ""),
            ]
        }
        try settings.print(
            ["path": path, "links": grants.map(Self.document)], else: table,
            ifEmpty: "no links\(app.map { " of \($0)" } ?? "") in \(path)"
        )
    }

    /// Prints which links were revoked.
    func printRevoked(_ grants: [LinkGrant]) throws {
        StandardOutput.noteChange()
        try settings.print(["revoked": grants.map(Self.document)]) { style in
            grants.map { "revoked \($0.id) of \(style.shown($0.app))\n" }.joined()
        }
    }

    private static func document(_ grant: LinkGrant) -> Document {
        ["id": grant.id, "app": grant.app, "issuedAt": grant.issuedAt, "author": grant.author]
    }
}
