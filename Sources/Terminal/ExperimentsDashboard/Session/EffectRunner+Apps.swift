import Dispatch
import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import Foundation

/// The objects that serve apps while a dashboard is open, and a way to find another program that serves them.
final class AppsAtWork: Sendable {
    let serving: (any AppServing)?
    let servesAtStart: Bool
    let file: AppsFile?
    /// The queue that starts and stops the server, one action after the other.
    let work = SerialWork()
    private let state = Mutex(State())

    private struct State {
        var serves = false
        /// The apps known here, and those known to the team's servers.
        var (own, others) = (KnownApps([]), [ConnectedApp]())
        var watching: ObservationHandle?
    }

    init(_ session: DashboardSession) {
        serving = session.apps
        servesAtStart = session.servesAtStart
        file = session.appsFile
    }

    var serves: Bool {
        get { state.withLock { $0.serves } }
        set { state.withLock { $0.serves = newValue } }
    }

    /// Takes over the current state.
    ///
    /// - Returns: all known apps.
    func take(_ own: KnownApps) -> KnownApps {
        state.withLock { state in
            state.own = own
            return own.joined(by: state.others)
        }
    }

    /// Takes over the apps known to the team's servers.
    ///
    /// - Returns: all known apps.
    func take(_ others: [ConnectedApp]) -> KnownApps {
        state.withLock { state in
            state.others = others
            return state.own.joined(by: others)
        }
    }

    func keep(_ watching: ObservationHandle) { state.withLock { $0.watching = watching } }
}

extension EffectRunner {
    /// Reports the stored apps, now and whenever another program writes them, and serves apps if the session says so.
    func followApps() {
        if let file = apps.file {
            let read: @Sendable () -> Void = { [weak self] in self?.readApps(file) }
            logging.async(execute: read)
            let logging = logging
            apps.keep(SystemFileWatcher.system.watch(file.path) { logging.async(execute: read) })
        }
        guard apps.servesAtStart, apps.serving != nil else { return }
        post(.to(\.apps, .servingChanged(.starting)))
        serve(.project)
    }

    /// Reads the file of apps. For apps that this program serves, it knows more than the file. The code that writes the
    /// file reports problems with it.
    private func readApps(_ file: AppsFile) {
        guard !apps.serves, let document = try? file.read(), !apps.serves else { return }
        let now = now()
        post(.to(\.apps, .changed(apps.take(KnownApps(document, at: now)))))
    }

    func serve(_ reach: ServingReach?) {
        guard let serving = apps.serving else { return }
        apps.work.add { [self] in
            if apps.serves {
                await serving.stop()
                apps.serves = false
            }
            guard let reach else {
                post(.to(\.apps, .servingChanged(.off)))
                // No app is linked any more.
                if let file = apps.file { readApps(file) }
                return
            }
            apps.serves = true
            do {
                let address = try await serving.start(reach) { [post, apps] in
                    post(.to(\.apps, .changed(apps.take($0))))
                }
                post(.to(\.apps, .servingChanged(.serving(address))))
            } catch {
                apps.serves = false
                post(.to(\.apps, .servingChanged(.failed(ErrorReport.headline(of: error)))))
            }
        }
    }

    func findNetwork(linking app: String?) {
        post(.to(\.apps, .networkFound(address: apps.serving?.networkAddress, linking: app)))
    }

    func link(_ name: String, server: String?) {
        guard let serving = apps.serving else { return }
        Task.detached { [post] in
            do {
                post(.to(\.apps, .linked(.made(try await serving.link(for: name, server: server)))))
            } catch {
                post(.to(\.apps, .linked(.refused(ErrorReport.headline(of: error)))))
            }
        }
    }

    func unlink(_ name: String) {
        guard let serving = apps.serving else { return }
        Task.detached { [post] in
            do {
                let count = try await serving.unlink(name)
                let words =
                    count == 0
                    ? "\(name) has no link to revoke"
                    : count == 1 ? "revoked the link of \(name)" : "revoked the \(count) links of \(name)"
                post(.listenerSays(words, isLoss: false))
            } catch {
                post(
                    .listenerSays("cannot revoke the links: \(ErrorReport.headline(of: error))", isLoss: true)
                )
            }
        }
    }
}
