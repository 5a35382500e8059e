import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation

/// The evaluation of flags for OpenFeature providers: OFREP 0.3 (open-feature/protocol).
///
/// The first source is at `/ofrep/v1/…`. Every source is also at `/NAME/ofrep/v1/…`, and can be chosen with the header
/// field `X-Experiments-Source`, for providers that drop the path of their base URL.
package final class EvaluationPart: ServedPart {
    private static let sourceField = "x-experiments-source"

    package let name = "ofrep"
    let sources: [FlagSource]
    let streams: [ChangeStream]
    private let streamKey: ServerToken?
    /// The path that a proxy adds to addresses: `/flags`.
    private let publicPath: String

    /// Creates a part for sources; at least one.
    package init(_ sources: [FlagSource], _ configuration: ServerConfiguration) {
        self.sources = sources
        streams = sources.map { ChangeStream($0, now: configuration.now, sleep: configuration.sleep) }
        streamKey = configuration.token?.key(for: "ofrep events")
        let path = configuration.publicURL?.path(percentEncoded: true) ?? ""
        publicPath = path.hasScalarSuffix("/") ? String(path.dropLast()) : path
    }

    package func rules(at path: String) -> EndpointRules? {
        place(at: path).map { place in
            place.path == .events
                ? EndpointRules(
                    place.path.methods, access: .tokenOrKey(streamKey), query: .known("key"),
                    faults: .realtime)
                : EndpointRules(place.path.methods, query: .known("flagConfigEtag", "flagConfigLastModified"))
        }
    }

    package func answer(to admitted: AdmittedRequest) async -> ServedResponse {
        let request = admitted.request
        guard let place = place(at: request.path), let number = place.source ?? number(request.headers) else {
            return ServerRefusal(status: 404, "No source of this name is served.").response
        }
        let source = sources[number]
        // By default, ktor's JSON rejects unknown members.
        let isKtor = request.headers["user-agent"]?.hasPrefix("ktor-client") ?? false
        let answer = EvaluationAnswer(streamURI: isKtor ? nil : streamURI(place))
        switch place.path {
        case .flag(let key):
            return await answer.flag(key, body: request.body, source).saying(staleSince: source.staleSince)
        case .flags:
            return await answer.flags(
                body: request.body, noneMatch: request.headers["if-none-match"],
                configTag: request.query["flagConfigEtag"], source
            ).saying(staleSince: source.staleSince)
        case .events: return .events(streams[number].open(knowing: request.headers["last-event-id"]))
        }
    }

    package func beat() {
        for stream in streams { stream.beat() }
    }

    package func close() {
        for stream in streams { stream.close() }
    }

    private struct Place {
        let path: EvaluationPath
        /// The number of the source in the path.
        let source: Int?
        /// The part of the path before the path of OFREP.
        let prefix: Substring
    }

    private func place(at path: String) -> Place? {
        if let own = EvaluationPath(path[...]) { return Place(path: own, source: nil, prefix: "") }
        let scalars = path.unicodeScalars.dropFirst()
        guard let end = scalars.firstIndex(of: "/"), let name = path[scalars.startIndex..<end].percentDecoded,
            let number = sources.firstIndex(where: { $0.name == name }),
            let own = EvaluationPath("/" + Substring(scalars[end...].drop { $0 == "/" }))
        else { return nil }
        return Place(path: own, source: number, prefix: path[..<end])
    }

    private func number(_ headers: HeaderFields) -> Int? {
        guard let name = headers[Self.sourceField] else { return sources.indices.first }
        return sources.firstIndex { $0.name == name }
    }

    /// Providers replace the path of the server's address by this one.
    private func streamURI(_ place: Place) -> String {
        publicPath + place.prefix + EvaluationPath.streamPath + (streamKey.map { "?key=" + $0.secret } ?? "")
    }

    /// Whether every source has values that are not too old.
    package var isReady: Bool {
        sources.allSatisfy { $0.service.snapshot.fetchedAt != nil && $0.refusal == nil }
    }

    package var staleSince: Date? { sources.compactMap(\.staleSince).min() }

    package var metrics: [Metric] {
        zip(sources, streams).flatMap { source, stream in
            [
                Metric(
                    "experiments_event_streams_open", .gauge, help: "Open event streams.",
                    labels: ["source": source.name], value: Double(stream.count))
            ] + Self.keys(source) + Self.fetches(source)
        }
    }

    private static func keys(_ source: FlagSource) -> [Metric] {
        let counts = source.report.counts
        return KeyStatus.allCases.filter { $0 != .undeclared }.map { status in
            Metric(
                "experiments_keys", .gauge, help: "Declared keys by status.",
                labels: ["source": source.name, "status": status.rawValue], value: Double(counts[status]))
        }
    }

    private static func fetches(_ source: FlagSource) -> [Metric] {
        let history = source.service.history
        let stale = Metric(
            "experiments_stale", .gauge,
            help: "1 if old values are served because the source cannot be reached, else 0.",
            labels: ["source": source.name], value: source.staleSince == nil ? 0 : 1)
        let failures = Metric(
            "experiments_fetch_failures_in_a_row", .gauge,
            help: "Failed fetches since the last successful one.",
            labels: ["source": source.name], value: Double(history.failuresInARow))
        guard let last = history.lastSuccess else { return [stale, failures] }
        return [
            stale, failures,
            Metric(
                "experiments_last_fetch_timestamp_seconds", .gauge,
                help: "Start of the last successful fetch.",
                labels: ["source": source.name], value: last.startedAt.timeIntervalSince1970.rounded()),
        ]
    }
}
