import ExperimentsCore
import ExperimentsTransport

/// What a server announced since the last evaluation: what the next one has to ask for.
struct AnnouncedChange: Sendable, Hashable {
    /// Whether changes may have gone by unheard, so that "unchanged" would be no answer.
    var mayHaveMissed = false
    /// The tag of the flags that the server says are in force.
    var etag: String?
    /// When they were changed, as the server wrote it.
    var lastModified: String?

    /// Changes may have gone by unheard.
    static let missed = AnnouncedChange(mayHaveMissed: true)

    /// Both together, of which `newer` was told later.
    func joined(with newer: AnnouncedChange) -> AnnouncedChange {
        AnnouncedChange(
            mayHaveMissed: mayHaveMissed || newer.mayHaveMissed, etag: newer.etag ?? etag,
            lastModified: newer.lastModified ?? lastModified)
    }

    /// The query by which the server recognises what it announced; empty where it named nothing.
    var query: String {
        let members = [("flagConfigEtag", etag), ("flagConfigLastModified", lastModified)].compactMap { name, value in
            value.map { "\(name)=\($0.percentEncoded)" }
        }
        return members.isEmpty ? "" : "?" + members.joined(separator: "&")
    }
}

extension AnnouncedChange {
    /// The longest member that is sent back.
    private static let longestMember = 1000

    /// Reads what an event of the stream carries: `{"type": "refetchEvaluation", "etag"?, "lastModified"?}`. Nil for events
    /// of other types, and for what is no JSON: they are not for this client.
    init?(data: String) {
        guard let event = try? JSONValue(parsing: data).object, event["type"]?.string == "refetchEvaluation" else {
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
