import Dispatch
import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import Foundation

/// Records what a server learns about apps, on any thread: updates the registry, notifies observers, and writes the
/// file. It limits how often it does the last two.
package final class AppRecorder: Sendable {
    /// The shortest interval between two calls of observers, in seconds.
    private static let tellingPace: TimeInterval = 0.2
    /// The shortest interval between two writes of the file, in seconds. A large file is written less often.
    private static let savingPace: TimeInterval = 1

    private struct State {
        var registry: AppRegistry
        var server: String?
        /// The server has stopped: nothing is written until one serves again.
        var isOver = false
        var willTell = false
        var toldAt = Date.distantPast
        var willSave = false
        var savedAt = Date.distantPast
        var savingTook: TimeInterval = 0
        var willBeat = false
        var problem: FileProblem?
    }

    private let state: Mutex<State>
    private let observers = Observers<KnownApps>()
    private let file: AppsFile?
    private let now: @Sendable () -> Date
    private let after: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void
    /// Writes the file one after the other, so that older content never replaces newer content.
    private let writing = DispatchQueue(label: "experiments.apps")

    /// Creates a recorder with the content of the file, if it can be read.
    ///
    /// - Parameters:
    ///   - file: the file for the apps; nil for none.
    ///   - after: runs a closure after some seconds, on any thread.
    package init(
        file: AppsFile?, limits: AppRegistry.Limits = AppRegistry.Limits(),
        now: @escaping @Sendable () -> Date = { Date() },
        after: @escaping @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void = AppRecorder.later
    ) {
        self.file = file
        self.now = now
        self.after = after
        var state = State(registry: AppRegistry(limits: limits))
        do throws(FileProblem) {
            // A file that cannot be read is replaced, because people do not edit it.
            if let kept = try file?.read() { state.registry.restore(kept.apps) }
        } catch {
            state.problem = error
        }
        self.state = Mutex(state)
    }

    /// Runs a closure after some seconds, in the background.
    package static let later: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void = {
        seconds, work in
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds, execute: work)
    }

    /// The known apps.
    package var registry: AppRegistry { state.withLock { $0.registry } }

    /// The known apps, and whether they could be stored.
    package var known: KnownApps { state.withLock { KnownApps($0.registry, problem: $0.problem) } }

    /// The reason why the last attempt to read or write the file failed; nil if it succeeded.
    package var problem: FileProblem? { state.withLock { $0.problem } }

    /// Calls `handler` with the known apps after each change, including changes of whether the file can be written,
    /// until the returned handle is cancelled or released.
    package func observe(_ handler: @escaping @Sendable (KnownApps) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Sets the address of the server; nil if it no longer listens. In that case, the file is written immediately, with
    /// no app connected, and not again, so that it can be removed.
    package func serve(at address: String?) {
        state.withLock { state in
            (state.server, state.isOver) = (address, false)
            guard address == nil else { return }
            let now = now()
            for app in state.registry.apps.values {
                for _ in 0..<app.streams { state.registry.disconnect(app.id, at: now) }
            }
        }
        changed()
        guard address == nil else { return }
        save()
        state.withLock { $0.isOver = true }
    }

    /// Notes that an app opened a stream of overrides.
    package func connect(_ id: AppID) {
        state.withLock { $0.registry.connect(id, at: now()) }
        changed()
    }

    /// Notes that an app's stream ended.
    package func disconnect(_ id: AppID) {
        state.withLock { $0.registry.disconnect(id, at: now()) }
        changed()
    }

    /// Handles the report of an app.
    ///
    /// - Returns: the answer for the app.
    package func take(_ report: AppReport) -> ReportReceipt {
        let receipt = state.withLock { $0.registry.take(report, at: now()) }
        changed()
        return receipt
    }

    private func changed() {
        tellSoon()
        let now = now()
        let saving = state.withLock { state -> TimeInterval? in
            guard !state.willSave, !state.isOver, file != nil else { return nil }
            state.willSave = true
            // Spend at most a hundredth of the time on writing.
            let pace = max(Self.savingPace, 100 * state.savingTook)
            return max(0, pace - now.timeIntervalSince(state.savedAt))
        }
        if let saving { after(saving) { [weak self] in self?.save() } }
    }

    private func tellSoon() {
        let now = now()
        let telling = state.withLock { state -> TimeInterval? in
            guard !state.willTell else { return nil }
            state.willTell = true
            return max(0, Self.tellingPace - now.timeIntervalSince(state.toldAt))
        }
        if let telling { after(telling) { [weak self] in self?.tell() } }
    }

    private func tell() {
        let now = now()
        let known = state.withLock { state in
            (state.willTell, state.toldAt) = (false, now)
            return KnownApps(state.registry, problem: state.problem)
        }
        observers.notify(known)
    }

    private func save() {
        guard let file else { return }
        writing.sync {
            let start = now()
            let document = state.withLock { state -> AppsDocument? in
                state.willSave = false
                guard !state.isOver else { return nil }
                state.savedAt = start
                return AppsDocument(state.registry, server: state.server, at: start)
            }
            guard let document else { return }
            var problem: FileProblem?
            do throws(FileProblem) { try file.write(document) } catch { problem = error }
            let took = now().timeIntervalSince(start)
            let (isNews, beats) = state.withLock { state in
                let isNews = state.problem != problem
                (state.problem, state.savingTook) = (problem, took)
                defer { state.willBeat = state.willBeat || state.server != nil }
                return (isNews, state.server != nil && !state.willBeat)
            }
            if isNews { tellSoon() }
            // Readers of the file must see that it is still being written.
            if beats { after(AppsDocument.heartbeat) { [weak self] in self?.beat() } }
        }
    }

    /// Writes the file again, unless that was done in the meantime.
    private func beat() {
        let now = now()
        let wait = state.withLock { state -> TimeInterval? in
            state.willBeat = false
            guard state.server != nil else { return nil }
            let age = now.timeIntervalSince(state.savedAt)
            // A file that was written in the future was written before the clock was set back.
            let wait = age < 0 ? 0 : AppsDocument.heartbeat - age
            state.willBeat = wait > 0
            return wait
        }
        guard let wait else { return }
        if wait > 0 { after(wait) { [weak self] in self?.beat() } } else { save() }
    }
}

/// The apps as a dashboard knows them at a moment.
public struct KnownApps: Sendable {
    /// The apps, by installation.
    package private(set) var apps: [AppID: ConnectedApp]
    /// The number of other apps that were forgotten because there were too many.
    package let forgottenCount: Int
    /// The address of another program that serves them; nil if this program does, or none.
    package let otherServer: String?
    /// The reason why a file of this program's server, with the apps' reports or with their links, could not be read or
    /// written; nil if there is no problem.
    package private(set) var problem: FileProblem?

    /// Creates the apps from the registry of a server in this program.
    package init(_ registry: AppRegistry, problem: FileProblem? = nil) {
        apps = registry.apps
        forgottenCount = registry.forgottenCount
        otherServer = nil
        self.problem = problem
    }

    /// Creates the apps from the file of another program, as far as the file is still valid.
    package init(_ document: AppsDocument, at now: Date) {
        apps = Dictionary(document.apps(at: now).map { ($0.id, $0) }) { first, _ in first }
        forgottenCount = document.forgottenCount
        otherServer = document.isLive(at: now) ? document.server : nil
        problem = nil
    }

    /// Returns the same apps with another problem, if there is one. A problem that keeps apps out takes precedence over
    /// a problem with storing reports.
    package func noting(_ problem: FileProblem?) -> KnownApps {
        var known = self
        known.problem = problem ?? known.problem
        return known
    }

    /// Returns these apps together with those of other servers. If several servers know an app, the state from the
    /// server that it follows is used, otherwise the latest one.
    package func joined(by others: [ConnectedApp]) -> KnownApps {
        var known = self
        for app in others {
            guard let own = known.apps[app.id] else {
                known.apps[app.id] = app
                continue
            }
            let isNewer = own.isConnected == app.isConnected ? own.lastSeen < app.lastSeen : app.isConnected
            if isNewer { known.apps[app.id] = app }
        }
        return known
    }

    package init(_ apps: [ConnectedApp]) {
        self.apps = Dictionary(apps.map { ($0.id, $0) }) { first, _ in first }
        forgottenCount = 0
        otherServer = nil
        problem = nil
    }
}
