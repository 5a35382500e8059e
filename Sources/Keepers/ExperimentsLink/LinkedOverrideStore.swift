import ExperimentsCore
import Foundation
import LinkProtocol
import Locks

/// The overrides that an operator sets elsewhere, for an app that was linked with their server.
///
/// It stands where a `JSONOverrideStore` stands on one's own machine:
///
/// ```swift
/// let overrides = LinkedOverrideStore(app: "shop")
/// let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides)
/// overrides.report(Key.allCases, of: service)
/// ```
///
/// Until the app is opened with a link, it has no overrides, opens no connection and starts no task. A link is a URL that
/// the dashboard shows as text and as a QR code; ``open(_:)`` takes it, and it is kept for the next starts, as is what
/// the server told last. Reads come from memory, and the start of the app waits for nothing but two small files; on Apple's
/// systems, where the link is in the Keychain, for that. There the store rests in the background and in Low Data Mode.
///
/// While the server cannot be reached, the overrides stay as they were told last. A server that no longer accepts the
/// link ends them.
public final class LinkedOverrideStore: OverrideStore {
    struct State {
        var current = OverrideStoreState(overrides: .empty)
        var status = LinkStatus.off
        var invitation: LinkInvitation?
        /// Why the link, or what came over it, cannot be kept.
        var keepingProblem: FileProblem?
        var life: AsyncStream<LinkMail>.Continuation?
        var network: ObservationHandle?
        var presence: ObservationHandle?
        var services: [ObservationHandle] = []
        var keys: KeyReporting?
    }

    let state = Mutex(State())
    let observers = Observers<OverrideStoreState>()
    let statusObservers = Observers<LinkStatus>()
    let surroundings: LinkSurroundings
    let folder: LinkFolder
    let disk: DiskQueue
    let makeIdentity: @Sendable () -> AppIdentity
    let app: String

    /// Creates a store that follows the link that the app was given at an earlier start, if it was.
    ///
    /// - Parameters:
    ///   - app: the name of the app, which links are made for: `shop`.
    ///   - folder: where the link is kept; nil for the usual folder of this user.
    public convenience init(app: String, folder: String? = nil) {
        let place = folder.map(LinkFolder.init) ?? .usual(app: app)
        self.init(app: app, place, .real) { AppIdentity.current(app: app, installation: place.installation()) }
    }

    /// Creates the same for an app that says itself who it is.
    public convenience init(identity: AppIdentity, folder: String? = nil) {
        self.init(app: identity.app, folder.map(LinkFolder.init) ?? .usual(app: identity.app), .real) { identity }
    }

    /// Creates a store that is linked with a server, whatever link was kept.
    ///
    /// - Throws: `LinkProblem` if `server` is no address of a server, or `token` no token.
    public convenience init(
        server: URL, token: String, app: String, folder: String? = nil
    ) throws(LinkProblem) {
        let invitation = try LinkInvitation(server: server, token: token, app: app)
        self.init(app: app, folder: folder)
        if invitation != self.invitation { try link(to: invitation) }
    }

    init(
        app: String, _ folder: LinkFolder, _ surroundings: LinkSurroundings,
        identity: @escaping @Sendable () -> AppIdentity
    ) {
        (self.app, self.folder, self.surroundings, makeIdentity) = (app, folder, surroundings, identity)
        disk = DiskQueue(folder)
        do throws(FileProblem) {
            if let kept = try folder.invitation() { follow(kept, isNew: false) }
        } catch {
            state.withLock { state in
                state.keepingProblem = error
                state.current = OverrideStoreState(overrides: .empty, problem: error)
            }
        }
    }

    deinit {
        // Its handlers end with it.
        state.withLock(\.life)?.finish()
    }

    /// The overrides that were told last. Reading them does no I/O.
    public var overrides: OverrideSet { state.withLock(\.current.overrides) }

    /// Why the overrides may be other than the operator's: the server refuses the link, or says what cannot be read, or
    /// the link cannot be kept; nil if all is well, and while the server is merely away.
    public var problem: OverrideStoreProblem? { state.withLock(\.current.problem) }

    /// Whether the app hears of its overrides from a server.
    public var status: LinkStatus { state.withLock(\.status) }

    /// The link that is followed; nil for none.
    public var invitation: LinkInvitation? { state.withLock(\.invitation) }

    /// The status now, and whenever it is another one from then on.
    public var statuses: AsyncStream<LinkStatus> {
        let (stream, continuation) = AsyncStream<LinkStatus>.makeStream(bufferingPolicy: .bufferingNewest(8))
        let told = Mutex<LinkStatus?>(nil)
        // Asked for anew instead of passed on: what changes while somebody begins to listen is told once, and in order.
        let tell: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            told.withLock { told in
                let now = status
                guard now != told else { return }
                told = now
                continuation.yield(now)
            }
        }
        let handle = statusObservers.add { _ in tell() }
        tell()
        continuation.onTermination = { _ in handle.cancel() }
        return stream
    }

    /// Refuses any change: what comes over a link is the operator's, and set at the server. An app with a menu of its own
    /// puts a store of its own over this one, in a `LayeredOverrideStore`.
    ///
    /// - Throws: what `change` throws, or `FileProblem` if it changes anything.
    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        let before = overrides
        var after = before
        try change(&after)
        guard after != before else { return OverrideUpdate(before: before, after: before) }
        throw FileProblem(
            path: invitation?.server.absoluteString ?? folder.path,
            message: "overrides that come over a link are not changed by the app",
            advice: "set them in the dashboard, or put a store of the app's own over this one in a LayeredOverrideStore"
        )
    }

    /// Calls `handler` after each change, and when a `problem` comes or goes.
    public func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        observers.add(handler)
    }
}
