import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The apps that are linked, how serving them goes, and how the list of them is ordered.
struct AppsState: Sendable {
    /// Whether apps can be served from here.
    let canServe: Bool
    /// The state of serving apps.
    var serving = ServingStatus.off
    /// The app that a link is to be made for as soon as apps are served.
    var wantedLink: String?
    /// Where another program serves them, if one does.
    private(set) var otherServer: String?
    /// Every app that is known, by its installation.
    private(set) var apps: [AppID: ConnectedApp] = [:]
    /// How many of them follow the overrides now. It is kept, because the header and the tabs show it in every frame, and
    /// there may be ten thousand apps.
    private(set) var connectedCount = 0
    /// How many others were forgotten because there were too many.
    private(set) var forgottenCount = 0
    /// Why this program cannot keep what it knows of them; nil if it can.
    private(set) var problem: FileProblem?
    /// The order of the list.
    var order = AppList.Order.seen
    var isReversed = false
    /// The app under the cursor beside what is known here.
    var compared: ComparedApp?

    init(_ session: DashboardSession) {
        canServe = session.apps != nil
    }

    /// Takes what is known now.
    ///
    /// - Returns: what is new.
    mutating func take(_ known: KnownApps) -> [AppNews] {
        let before = apps
        (apps, forgottenCount, otherServer) = (known.apps, known.forgottenCount, known.otherServer)
        problem = known.problem
        connectedCount = apps.values.count { $0.isConnected }
        return AppNews.news(from: before, to: apps)
    }

    /// The address at which this program or another one serves apps; nil if none does.
    var address: String? { serving.address?.text ?? otherServer }
}

/// An app beside what is known here, and what it was compared with.
struct ComparedApp: Sendable {
    let app: ConnectedApp
    let comparison: AppComparison
    private let keysRevision: Int
    private let overrides: OverrideSet

    init(_ app: ConnectedApp, _ context: Context) {
        self.app = app
        overrides = context.overrides(for: app.id)
        keysRevision = context.keysRevision
        comparison = AppComparison(of: app, with: context.source.report, overrides: overrides, at: context.now)
    }

    /// Whether it is of this app, and nothing has changed since.
    func isCurrent(for app: ConnectedApp, _ context: Context) -> Bool {
        self.app.id == app.id && self.app.reportedAt == app.reportedAt && self.app.values === app.values
            && keysRevision == context.keysRevision && overrides == context.overrides(for: app.id)
    }
}

// The apps that are linked, and serving them.
extension AppsState: Feature {
    enum Message: Sendable {
        /// What is known of apps now.
        case changed(KnownApps)
        /// Serve apps, or no longer.
        case toggleServing
        /// Serving apps began or ended, or is about to.
        case servingChanged(ServingStatus)
        /// Make a link for an app, once apps are served.
        case link(String)
        /// Revoke the links of an app, after a yes: every device that has one is let in no more.
        case unlink(String)
        /// The answer to a request for a link.
        case linked(AppLinkAnswer)
    }

    static let commands: [Command] = [.serve, .link, .unlink]

    mutating func update(_ message: Message, in context: Context) -> [Effect] {
        switch message {
        case .changed(let known):
            let before = problem
            let news = take(known)
            let failing = problem.flatMap { $0 == before ? nil : "apps: \($0)" }
            return Self.words(of: news) + (failing.map { [.say($0, .error, seconds: 12)] } ?? [])
                + [.rowsChanged(.apps)]
        case .toggleServing: return toggleServing()
        case .servingChanged(let status): return take(status, context)
        case .link(let app):
            let name = app.trimmingSpaces
            guard !name.isEmpty else { return [] }
            wantedLink = name
            if serving.address != nil { return linkWhatWaits() }
            return serving == .starting ? [] : toggleServing()
        case .unlink(let app): return unlink(app.trimmingSpaces)
        case .linked(.made(let link)): return [.open(LinkPanel(link))]
        case .linked(.refused(let reason)): return [.say("no link could be made: \(reason)", .error, seconds: 12)]
        }
    }

    /// Compares the app under the cursor again, if it, the keys or the overrides have changed.
    mutating func follow(_ context: Context) -> [Effect] {
        guard context.showsDetails, let app = context.selectedApp else { return [] }
        if compared?.isCurrent(for: app, context) != true { compared = ComparedApp(app, context) }
        return []
    }

    /// Which apps have connected or disconnected; if there are many at a time, only their number.
    private static func words(of news: [AppNews]) -> [Effect] {
        let (came, went) = (news.filter { $0.kind == .connected }, news.filter { $0.kind == .gone })
        guard came.count + went.count <= 3 else {
            let words = [(came.count, "connected"), (went.count, "gone")].filter { $0.0 > 0 }
            return [.say(words.map { "\($0.0) apps \($0.1)" }.joined(separator: ", "), .success)]
        }
        return (came + went).map { news in
            let isGone = news.kind == .gone
            return .say("\(news.app.title) \(isGone ? "is gone" : "is connected")", isGone ? .warning : .success)
        }
    }

    private mutating func toggleServing() -> [Effect] {
        let serves = serving.address != nil
        serving = serves ? .stopping : .starting
        return [.serveApps(!serves)]
    }

    private mutating func take(_ status: ServingStatus, _ context: Context) -> [Effect] {
        let before = serving
        serving = status
        switch status {
        case .serving(let address):
            let words = context.keyMap.words(.showApps, "shows the apps").map { "; \($0)" } ?? ""
            return [.say("serving apps on \(address.text)\(words)", .success)] + linkWhatWaits()
        case .failed(let reason):
            wantedLink = nil
            return [.say("apps cannot be served: \(reason)", .error, seconds: 12)]
        case .off where before != .off: return [.say("apps are no longer served", .success)]
        case .off, .starting, .stopping: return []
        }
    }

    private func unlink(_ name: String) -> [Effect] {
        guard !name.isEmpty else { return [] }
        let devices = apps.values.filter { $0.id.app == name }.map(\.title).sorted()
        let question = "Revoke all links of \(name)? It follows no overrides then."
        return [
            .open(
                Confirmation(lines: Confirmation.lines(question, about: devices), effects: [.unlinkApp(name)]))
        ]
    }

    private mutating func linkWhatWaits() -> [Effect] {
        guard let name = wantedLink else { return [] }
        wantedLink = nil
        return [.linkApp(name)]
    }

    /// Why serving cannot be started or stopped.
    var reasonNotServing: String? {
        if !canServe { return "no apps can be served here" }
        switch serving {
        case .starting: return "it is being started"
        case .stopping: return "it is being stopped"
        case .off, .serving, .failed: return nil
        }
    }

    /// Why apps can be neither linked nor kept out.
    var reasonNotLinking: String? { canServe ? nil : "no apps can be linked here" }

    /// The names of the apps that are known, in alphabetical order.
    var names: [String] { Set(apps.keys.map(\.app)).sorted() }

    /// The apps that pass a filter, in their order.
    func rows(passing filter: Filter, _ state: DashboardState) -> [ConnectedApp] {
        AppList(apps.values, passing: filter, by: order, isReversed: isReversed, at: state.now).apps
    }

    /// Returns the reach of a key's override; nil if there is none, or no app is connected.
    func reach(of name: String, _ state: DashboardState) -> OverrideReach? {
        guard connectedCount > 0, !state.history.isInThePast else { return nil }
        let circumstances = state.source.report.circumstances(at: state.now)
        return OverrideReach(of: name, in: apps.values) { app in
            state.overrides(for: app.id).activeText(for: name, in: circumstances)
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String { trimmingCharacters(in: .whitespaces) }
}

/// The link with which an app is opened: a URL as text, and as a QR code for the camera of a phone.
struct LinkPanel: TextPanel {
    let link: AppLink
    var text = ScrolledText<Filter>()
    private static let widest = 100

    init(_ link: AppLink) { self.link = link }

    var title: String { "Link \(link.app)" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField == nil, state.project.keyMap.command(for: press) == .copyValue { return .stay([.copy(link.url)]) }
        return read(press, state)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        readingHints(state.project.keyMap)
            + (typedField == nil ? state.project.keyMap.hint([.copyValue], "copy the URL") : [])
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        let room = max(10, min(Self.widest, state.size.columns - 6))
        let scan = link.code.isEmpty ? "" : ", or scan the code"
        var words = "Open a debug build of \(link.app) with this link\(scan). It works until you revoke it."
        if link.isLocal {
            words +=
                " Its server is reached from this machine and its simulators alone. For a phone, run: experiments serve"
                + " --host 0.0.0.0 --token TOKEN"
        }
        var lines = DisplayText(words).wrapped(to: room, limit: 10).map { [Span($0, .dim)] }
        lines.append([])
        // Whole, on as many lines as it takes: it is there to be copied.
        lines += DisplayText(link.url).wrapped(to: room, limit: 100).map { [Span($0, .value)] }
        let width = link.code.reduce(0) { max($0, DisplayText($1).width) }
        lines.append([])
        guard !link.code.isEmpty, width <= room else {
            lines.append([Span(link.problem ?? "the screen is too narrow for its QR code", .warning)])
            return lines
        }
        return lines + link.code.map { [Span($0, .text)] }
    }
}

extension Command {
    static let serve: Command = Command(
        "serve", title: "Serve apps, or stop it", in: .watching, twin: .command("experiments serve"),
        synonyms: ["server", "listen"], whyNot: \.apps.reasonNotServing, run: { _ in [.send(\.apps, .toggleServing)] })
    static let link: Command = Command(
        "link", title: "Link an app, by a URL and a QR code", in: .watching,
        twin: .command("experiments link --app NAME"),
        synonyms: ["qr", "pair"],
        argument: .text(
            "Link the app", suggestions: \.apps.names, run: { name, _ in [.send(\.apps, .link(name))] }),
        whyNot: \.apps.reasonNotLinking,
        // Which app it is for is asked first.
        run: { _ in [.open(Palette(field: TextField("link ")))] })
    static let unlink: Command = Command(
        "unlink", title: "Let an app in no more", in: .watching, twin: .command("experiments link --revoke --app NAME"),
        synonyms: ["revoke"],
        argument: .text(
            "Let the app in no more", suggestions: \.apps.names, run: { name, _ in [.send(\.apps, .unlink(name))] }),
        whyNot: \.apps.reasonNotLinking,
        run: { _ in [.open(Palette(field: TextField("unlink ")))] })
}

// Overrides for one app, or for one installation of it.
extension DashboardState {
    /// Which overrides can be changed: one's own and the team's, each for everyone, for an app or for an installation.
    var aims: [OverrideAim] {
        let owners: [OverrideAim.Owner] = overriding.teamsOverrides == nil ? [.mine] : OverrideAim.Owner.allCases
        return apps.scopes.flatMap { scope in owners.map { OverrideAim($0, for: scope) } }
    }

    /// Returns the changes that can be made to the overrides of an aim.
    func verbs(for aim: OverrideAim) -> OverrideVerbs {
        guard aim != .mine else { return verbs }
        let all = aim.owner == .mine ? ownOverrides : overriding.teamsOverrides ?? .empty
        return OverrideVerbs(own: all[aim.scope], in: source.report.circumstances(at: now), author: overriding.author)
    }

    /// The overrides that are meant for an app: those for everyone, with narrower ones over them.
    func overrides(for id: AppID) -> OverrideSet {
        source.report.overrides.overrides(for: id)
    }
}

// The overrides of the app under the cursor of screen 7.
extension DashboardState {
    /// The scope of the app under the cursor alone.
    var selectedAppScope: OverrideScope? {
        selectedApp.map { .installation(app: $0.id.app, id: $0.id.installation) }
    }

    /// Why the app under the cursor has no overrides of its own to remove.
    var reasonNoAppOverrides: String? {
        guard let app = selectedApp, let scope = selectedAppScope else { return "there is no app under the cursor" }
        return source.report.overrides[scope].isEmpty ? "no override is for \(app.title) alone" : nil
    }

    func removeAppOverrides() -> [Effect] {
        guard let app = selectedApp, let scope = selectedAppScope else { return [] }
        let edit = verbs(for: OverrideAim(.mine, for: scope)).removeAll().scoped(to: scope)
        let count = edit.entries.count
        let what = count == 1 ? "the override" : "the \(count) overrides"
        return ask("Remove \(what) for \(app.title) alone?", about: edit.entries.keys.sorted(), before: edit)
    }
}

extension AppsState {
    /// More installations are not offered one by one.
    private static let offeredInstallations = 30

    /// The possible scopes of an override: everyone, and, for connected apps, each app and each installation.
    var scopes: [OverrideScope] {
        guard connectedCount > 0 else { return [.everyone] }
        let connected = apps.values.filter(\.isConnected).map(\.id).sorted()
        let names = Set(connected.map(\.app)).sorted()
        return [.everyone] + names.map(OverrideScope.app)
            + connected.prefix(Self.offeredInstallations).map { .installation(app: $0.app, id: $0.installation) }
    }

    /// Returns the words for an aim: the owner and the scope, or without a team only the scope.
    func words(for aim: OverrideAim, hasTeam: Bool) -> String {
        guard hasTeam else { return words(for: aim.scope) }
        let owner =
            switch aim.owner {
            case .mine: "me"
            case .team: "the team"
            }
        return aim.scope == .everyone ? owner : "\(owner): \(words(for: aim.scope))"
    }

    /// A scope in words that say which device it is.
    private func words(for scope: OverrideScope) -> String {
        switch scope {
        case .everyone: return "everyone"
        case .app(let app): return "\(app), all of its installations"
        case .installation(let app, let id):
            let known = apps[AppID(app: app, installation: id)]
            return known.map { "\($0.title) alone" } ?? "\(scope.words) alone"
        }
    }
}
