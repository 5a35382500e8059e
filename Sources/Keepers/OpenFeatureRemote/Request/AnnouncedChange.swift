import ExperimentsCore
import ExperimentsTransport

/// The announcements of a server since the last evaluation, which the next request must include.
struct AnnouncedChange: Sendable, Hashable {
    /// Whether changes may have been missed, so that the next request must not accept "unchanged".
    var mayHaveMissed = false
    /// The ETag of the current flags, according to the server.
    var etag: String?
    /// The time of their change, as the server wrote it.
    var lastModified: String?

    /// An announcement that changes may have been missed.
    static let missed = AnnouncedChange(mayHaveMissed: true)

    /// Combines this announcement with `newer`, which came later.
    func joined(with newer: AnnouncedChange) -> AnnouncedChange {
        AnnouncedChange(
            mayHaveMissed: mayHaveMissed || newer.mayHaveMissed, etag: newer.etag ?? etag,
            lastModified: newer.lastModified ?? lastModified)
    }

    /// The query by which the server recognizes its announcement; empty if the announcement contains nothing that
    /// identifies it.
    var query: String {
        let members = [("flagConfigEtag", etag), ("flagConfigLastModified", lastModified)].compactMap {
            name, value in
            value.map { "\(name)=\($0.percentEncoded)" }
        }
        return members.isEmpty ? "" : "?" + members.joined(separator: "&")
    }
}

extension AnnouncedChange {
    /// The longest member that is sent back, in bytes.
    private static let longestMember = 1000

    /// Reads the data of an event: `{"type": "refetchEvaluation", "etag"?, "lastModified"?}`. Nil for events of other
    /// types, and for data that is not JSON, which are not for this client.
    init?(data: String) {
        guard let event = try? JSONValue(parsing: data).object, event["type"]?.string == "refetchEvaluation"
        else {
            return nil
        }
        func member(_ name: String) -> String? {
            switch event[name] {
            case .string(let text), .number(let text): text.utf8.count <= Self.longestMember ? text : nil
            default: nil
            }
        }
        self.init(etag: member("etag"), lastModified: member("lastModified"))
    }
}
