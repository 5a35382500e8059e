import ExperimentsProject
import ExperimentsSupport
import Foundation
import GrowthBookFeatures
import GrowthBookSource

extension SourceKeeper {
    /// A payload of GrowthBook, evaluated on this machine.
    static let growthBook = SourceKeeper { (settings: GrowthBookSourceSettings, site) in
        let key = try settings.decryptionKey?.revealed(for: site.name, as: "the connection's decryption key")
        let options = EvaluationOptions(
            dialect: settings.dialect == .strict ? .strict : .loose,
            hashing: settings.hashing == .utf8 ? .utf8 : .utf16)
        let attributes = settings.context.sorted { $0.key < $1.key }
            .map { JSONObject.Member(name: $0.key, value: $0.value) }
        return GrowthBookRemoteConfigKeeper(
            settings.payloadOrigin(in: site.located),
            reading: PayloadReading(options: options, decryptionKey: key),
            context: EvaluationContext(attributes: JSONObject(distinct: attributes)),
            keptAt: nil, sticky: settings.sticky.map { StickyBucketFile(path: $0, users: .configured) },
            listens: site.listens(settings.realtime), watcher: site.watcher, transport: site.transport)
    }
}

extension GrowthBookSourceSettings {
    /// Sends exposures and events of linked apps to GrowthBook, if the source is configured to.
    func tracker(
        tell: @escaping @Sendable (GrowthBookTracker.Status) -> Void
    ) -> GrowthBookTracker? {
        guard let ingestor, case .server(_, let clientKey) = origin else { return nil }
        return GrowthBookTracker(forwardingTo: ingestor, clientKey: clientKey, tell: tell)
    }

    fileprivate func payloadOrigin(in located: LocatedProject) -> PayloadOrigin {
        switch origin {
        case .file(let path): .file(path: path, shownAs: located.shown(path))
        case .server(let host, let clientKey): .server(GrowthBookServer(host: host, clientKey: clientKey))
        }
    }
}
