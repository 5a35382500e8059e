import ExperimentsCore
import ExperimentsOperator
import Foundation

// The apps that are linked, and serving them.
extension AppsState: Feature {
    enum Message: Sendable {
        /// The current state of the apps.
        case changed(KnownApps)
        /// Serve apps, or ask whether to stop.
        case toggleServing
        /// Ask whether to serve the devices on the local network.
        ///
        /// - Parameter app: the app to make a link for afterwards.
        case serveNetwork(linking: String? = nil)
        /// The address of this machine on its network was found; nil if it is not on one.
        case networkFound(address: String?, linking: String?)
        /// Serve apps to other devices, even if already serving this machine.
        case start(ServingReach, linking: String? = nil)
        /// Stop serving apps.
        case stopServing
        /// Serving apps began or ended, or is about to.
        case servingChanged(ServingStatus)
        /// Make a link for an app, and serve apps if no program does yet.
        case link(String)
        /// Revoke the links of an app after confirmation.
        case unlink(String)
        /// The answer to a request for a link.
        case linked(AppLinkAnswer)
        /// Show all keys of the app, or only those that differ.
        case toggleAllKeys
        /// The keys of which the source gives users different values, if that is known.
        case conditionsRead(Set<String>?, number: Int)
    }

    static let commands: [Command] = [.serve, .link, .unlink, .allAppKeys]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .changed(let known):
            let before = problem
            let news = take(known)
            let failing = problem.flatMap { $0 == before ? nil : "apps: \($0)" }
            return Self.words(of: news) + (failing.map { [.say($0, .error, seconds: 12)] } ?? [])
                + [.rowsChanged(.apps)]
        case .toggleServing: return toggleServing()
        case .serveNetwork(let app):
            if let address = serving.address, address.isOpen {
                return [.say("already serving the network at \(address.text)", .success)]
            }
            return [.findNetwork(linking: app)]
        case .networkFound(nil, _):
            let words = "this machine is not on a network; connect it to the phone's Wi-Fi"
            return [.say(words, .error, seconds: 12)]
        case .networkFound(let address?, let app): return askForNetwork(at: address, linking: app)
        case .start(let reach, let app): return start(reach, linking: app)
        case .stopServing:
            serving = .stopping
            return [.serveApps(nil)]
        case .servingChanged(let status): return take(status, context)
        case .link(let app): return link(app.trimmingSpaces)
        case .unlink(let app): return unlink(app.trimmingSpaces)
        case .linked(.made(let link)):
            return [.close(LinkPanel.self), .open(LinkPanel(link, self, at: context.now))]
        case .linked(.refused(let reason)):
            return [.say("cannot create the link: \(reason)", .error, seconds: 12)]
        case .toggleAllKeys:
            showsAllKeys.toggle()
            return []
        case .conditionsRead(let names, let number):
            take(names, number: number)
            return []
        }
    }

    /// The maximum number of keys to compare for all apps on the screen. With more, only the app under the cursor is
    /// compared.
    private static let quickCount = 2_000

    /// Compares the apps on the screen again if they, the keys or the overrides have changed.
    mutating func follow(_ context: DashboardState) -> [Effect] {
        guard context.screen == .apps else {
            isInMatrix = false
            return []
        }
        let selected = context.selectedApp
        if selected == nil { isInMatrix = false }
        let isQuick = context.source.report.rows.count <= Self.quickCount
        let shown = isQuick ? Self.shown(in: context) : [selected].compactMap(\.self)
        var current: [AppID: ComparedApp] = [:]
        for app in shown {
            let listsSame = showsAllKeys && app.id == selected?.id
            let before = compared[app.id].flatMap {
                $0.isCurrent(for: app, listsSame: listsSame, context) ? $0 : nil
            }
            current[app.id] = before ?? ComparedApp(app, listsSame: listsSame, context)
        }
        compared = current
        return shown.isEmpty ? [] : askForConditions(context)
    }

    /// Reports which apps were linked or are gone; if there are many, only their number.
    /// Returns the visible apps, and the one under the cursor.
    private static func shown(in state: DashboardState) -> [ConnectedApp] {
        let visible = state.list.apps.dropFirst(state.position.top).prefix(max(1, state.layout.list.rows))
        let selected = state.selectedApp.map { app in visible.contains { $0.id == app.id } ? [] : [app] }
        return visible + (selected ?? [])
    }

    private static func words(of news: [AppNews]) -> [Effect] {
        let (came, went) = (news.filter { $0.kind == .connected }, news.filter { $0.kind == .gone })
        guard came.count + went.count <= 3 else {
            let words = [(came.count, "linked"), (went.count, "gone")].filter { $0.0 > 0 }
            return [.say(words.map { "\($0.0) apps \($0.1)" }.joined(separator: ", "), .success)]
        }
        return (came + went).map { news in
            let isGone = news.kind == .gone
            return .say(
                "\(news.app.title) \(isGone ? "was removed" : "linked")", isGone ? .warning : .success)
        }
    }
}

// Serving apps.
extension AppsState {
    private mutating func toggleServing() -> [Effect] {
        guard let address = serving.address else { return start(.project) }
        // Links and linked apps depend on the server, so it never stops without confirmation.
        let linked = apps.values.filter(\.isConnected).map(\.title).sorted()
        let question = "Stop serving apps at \(address.text)?"
        let about =
            linked.isEmpty ? [] : Confirmation.lines("These stop following your overrides:", about: linked)
        return [.open(Confirmation(lines: [question] + about, effects: [.send(\.apps, .stopServing)]))]
    }

    private mutating func start(_ reach: ServingReach, linking app: String? = nil) -> [Effect] {
        wantedLink = app ?? wantedLink
        serving = .starting
        return [.serveApps(reach)]
    }

    private func askForNetwork(at address: String, linking app: String?) -> [Effect] {
        let lines = [
            "Serve apps on your network at \(address)?",
            "Only linked apps have access: each link has its own token.",
        ]
        return [.open(Confirmation(lines: lines, effects: [.send(\.apps, .start(.network, linking: app))]))]
    }

    private mutating func take(_ status: ServingStatus, _ context: DashboardState) -> [Effect] {
        let before = serving
        serving = status
        switch status {
        case .serving(let address):
            let words = context.project.keyMap.words(.showApps, "shows the apps").map { "; \($0)" } ?? ""
            return [.say("serving apps at \(address.text)\(words)", .success)] + linkWhatWaits()
        case .failed(let reason):
            wantedLink = nil
            return [.say("cannot serve apps: \(reason)", .error, seconds: 12)]
        case .off where before != .off: return [.say("stopped serving apps", .success)]
        case .off, .starting, .stopping: return []
        }
    }

    /// Why serving cannot be started or stopped.
    var reasonNotServing: String? {
        if !canServe { return "cannot serve apps here" }
        switch serving {
        case .starting: return "the server is starting"
        case .stopping: return "the server is stopping"
        case .off, .failed: return otherServer.map { "another program serves \($0)" }
        case .serving: return nil
        }
    }
}

// Links.
extension AppsState {
    private mutating func link(_ name: String) -> [Effect] {
        guard !name.isEmpty else { return [] }
        wantedLink = name
        if address != nil { return linkWhatWaits() }
        return serving == .starting ? [] : start(.project)
    }

    private mutating func linkWhatWaits() -> [Effect] {
        guard let name = wantedLink else { return [] }
        wantedLink = nil
        return [.linkApp(name, server: serving.address == nil ? otherServer : nil)]
    }

    private func unlink(_ name: String) -> [Effect] {
        guard !name.isEmpty else { return [] }
        let devices = apps.values.filter { $0.id.app == name }.map(\.title).sorted()
        let question = "Revoke all links of \(name)? It will stop following overrides."
        return [
            .open(
                Confirmation(lines: Confirmation.lines(question, about: devices), effects: [.unlinkApp(name)])
            )
        ]
    }

    /// Why apps can be neither linked nor unlinked.
    var reasonNotLinking: String? { canServe ? nil : "cannot link apps here" }
}

extension String {
    fileprivate var trimmingSpaces: String { trimmingCharacters(in: .whitespaces) }
}

extension Command {
    static let serve: Command = Command(
        "serve", title: "Start or stop serving apps", in: .watching, shell: "experiments serve",
        synonyms: ["server", "listen", "lan"],
        argument: .oneOf("Serve", { _ in ["lan"] }, run: { _, _ in [.send(\.apps, .serveNetwork())] }),
        whyNot: \.apps.reasonNotServing, run: { _ in [.send(\.apps, .toggleServing)] })
    static let link: Command = Command(
        "link", title: "Link an app with a URL or QR code", in: .watching, keys: ["n"], on: [.apps],
        footer: FooterPlace("link") { state in
            guard state.screen == .apps, !state.showsOnlyDetails, state.apps.canServe else { return nil }
            return .row(state.apps.apps.isEmpty ? 0 : 1)
        },
        shell: "experiments link --app NAME", synonyms: ["qr", "pair"],
        argument: .text(
            "Link the app", suggestions: \.apps.names, run: { name, _ in [.send(\.apps, .link(name))] }),
        whyNot: \.apps.reasonNotLinking,
        run: { state in
            // Links another device of the app under the cursor. Without an app, asks for its name first.
            if let app = state.selectedApp { return [.send(\.apps, .link(app.id.app))] }
            return [.open(Palette(field: TextField("link \(state.apps.suggestedName ?? "")")))]
        })
    static let unlink: Command = Command(
        "unlink", title: "Revoke an app's links", in: .watching, keys: ["x"], on: [.apps],
        footer: FooterPlace("revoke", at: .row(5)) { $0.selectedApp != nil && $0.apps.canServe },
        shell: "experiments link --revoke --app NAME", synonyms: ["revoke"],
        argument: .text(
            "Revoke the links of", suggestions: \.apps.names,
            run: { name, _ in [.send(\.apps, .unlink(name))] }),
        whyNot: \.apps.reasonNotLinking,
        run: { state in
            if let app = state.selectedApp { return [.send(\.apps, .unlink(app.id.app))] }
            return [.open(Palette(field: TextField("unlink ")))]
        })
    static let allAppKeys: Command = Command(
        "all-app-keys", title: "Show all keys of the app or only different ones", in: .reading, keys: ["c"],
        on: [.apps],
        footer: FooterPlace({ $0.apps.showsAllKeys ? "differing keys" : "all keys" }) { state in
            state.selectedApp == nil || !state.details.isShown ? nil : .row(6)
        },
        shell: "experiments apps get APP --json",
        whyNot: { $0.selectedApp == nil ? "only for an app on screen 7 (Apps)" : nil },
        run: { _ in [.send(\.apps, .toggleAllKeys)] })
}
