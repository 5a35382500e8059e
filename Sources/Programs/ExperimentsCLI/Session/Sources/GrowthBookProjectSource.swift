import ExperimentsCore
import ExperimentsProject
import ExperimentsSupport
import Foundation
import GrowthBookFeatures
import GrowthBookSource

/// A source of kind `growthbook` as a keeper.
struct GrowthBookProjectSource {
    /// The keeper.
    let keeper: GrowthBookRemoteConfigKeeper

    /// - Parameter watcher: for a program that stays, and is to hear of changes at once.
    init(
        _ settings: GrowthBookSourceSettings, named name: String, in located: LocatedProject,
        watcher: (any FileWatcher)?
    ) throws {
        let key = try settings.decryptionKey?.revealed(
            for: name, as: "the connection's decryption key", in: ProcessInfo.processInfo.environment)
        let options = EvaluationOptions(
            dialect: settings.dialect == .strict ? .strict : .loose,
            hashing: settings.hashing == .utf8 ? .utf8 : .utf16)
        let attributes = settings.context.sorted { $0.key < $1.key }
            .map { JSONObject.Member(name: $0.key, value: $0.value) }
        keeper = GrowthBookRemoteConfigKeeper(
            Self.origin(settings.origin, in: located),
            reading: PayloadReading(options: options, decryptionKey: key),
            context: EvaluationContext(attributes: JSONObject(distinct: attributes)),
            keptAt: Self.keptAt(settings.origin),
            sticky: settings.sticky.map { StickyBucketFile(path: $0, users: .configured) },
            listens: watcher != nil && settings.realtime, watcher: watcher)
    }

    /// Posts exposures and events of linked apps to GrowthBook, where the source says so.
    static func tracker(
        _ settings: GrowthBookSourceSettings, tell: @escaping @Sendable (GrowthBookTracker.Status) -> Void
    ) -> GrowthBookTracker? {
        guard let ingestor = settings.ingestor, case .server(_, let clientKey) = settings.origin else { return nil }
        return GrowthBookTracker(forwardingTo: ingestor, clientKey: clientKey, tell: tell)
    }

    private static func origin(
        _ origin: GrowthBookSourceSettings.Origin, in located: LocatedProject
    ) -> PayloadOrigin {
        switch origin {
        case .file(let path): .file(path: path, shownAs: located.shown(path))
        case .server(let host, let clientKey): .server(GrowthBookServer(host: host, clientKey: clientKey))
        }
    }

    /// Where the last good payload of a server is kept: one file for each host and key.
    private static func keptAt(_ origin: GrowthBookSourceSettings.Origin) -> String? {
        guard case .server(let host, let clientKey) = origin else { return nil }
        let mark = ContentHash("\(host.absoluteString) \(clientKey)".utf8).text
        return "\(Environment.stateFolder)/growthbook/\(mark).json"
    }
}
