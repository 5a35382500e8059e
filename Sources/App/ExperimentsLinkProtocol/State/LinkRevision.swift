import ExperimentsCore

/// The revision of a state of the overrides: the name of a count, and a number, for example `k3x9.17`.
///
/// Servers that share their overrides derive the name from the content of the state, so that all of them have the same
/// revision for it. The number is then 0.
///
/// Numbers from two servers, or from one server before and after it lost its count, cannot be compared, so such counts
/// have different names. A revision is the `revision` of documents, the `id` of events and, in quotation marks, the
/// ETag.
package struct LinkRevision: Sendable, Hashable, CustomStringConvertible {
    /// The name of the count, which is new whenever a server starts counting from the beginning: 1 to 64 letters,
    /// digits, `-` and `_`.
    package let origin: String
    /// The number of changes in the count.
    package let number: Int

    /// Creates a revision; nil if `origin` is not a valid name of a count, or `number` is negative.
    package init?(origin: String, number: Int) {
        let isName = origin.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
        guard (1...64).contains(origin.utf8.count), isName, number >= 0 else { return nil }
        self.origin = origin
        self.number = number
    }

    /// Reads `origin.number`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(scalar: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), String(number) == parts[1] else { return nil }
        self.init(origin: String(parts[0]), number: number)
    }

    /// The revision after this one.
    package var next: LinkRevision { LinkRevision(unchecked: origin, number &+ 1) }

    /// Creates the first revision of a new count with a random name.
    package static func first(using random: inout some RandomNumberGenerator) -> LinkRevision {
        LinkRevision(unchecked: String(UInt64.random(in: .min ... .max, using: &random), radix: 36), 0)
    }

    /// Creates the revision of a state that is named after its content rather than counted.
    ///
    /// - Parameter digest: hexadecimal digits. Enough of them are used that two states never have the same name by
    ///   chance.
    package init(contentOf digest: String) {
        self.init(unchecked: "c" + digest.prefix(32), 0)
    }

    /// Returns whether changes can lead here from another state. They can from an earlier state of the same count, and
    /// between any two states that are named after their content.
    func follows(_ other: LinkRevision) -> Bool {
        origin == other.origin ? other.number <= number : other.number == 0 && number == 0
    }

    private init(unchecked origin: String, _ number: Int) {
        self.origin = origin
        self.number = number
    }

    /// `origin.number`.
    package var description: String { "\(origin).\(number)" }
}

/// An event that a server sends to a linked app over the stream.
///
/// The first event of a stream is a ``state(_:)``. The exception is an app that continues after a revision since which
/// the server still knows the changes: it gets ``changes(_:)``, as soon as there are any.
package enum LinkEvent: Sendable, Hashable {
    /// The complete state. It replaces the one that the app has.
    case state(LinkedState)
    /// The changes. They apply only if the app has the state from which they start.
    case changes(LinkedChanges)

    /// The revision that the app has after the event, which is also the ID of the event.
    package var revision: LinkRevision {
        switch self {
        case .state(let state): state.revision
        case .changes(let changes): changes.revision
        }
    }

    /// The event in the format of server-sent events, in UTF-8. It is created once for all apps that get it.
    package var bytes: [UInt8] {
        let (type, data) =
            switch self {
            case .state(let state): (LinkAPI.stateEvent, state.bytes)
            case .changes(let changes): (LinkAPI.changesEvent, changes.bytes)
            }
        // The data is on one line, and neither type nor ID contains a line break.
        return Array("event: \(type)\nid: \(revision)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }

    /// A comment, which only shows that the stream is alive.
    package static let heartbeat = Array(":\n\n".utf8)

    /// Reads an event; nil if it has a type that only newer versions know, which is ignored.
    ///
    /// - Parameters:
    ///   - type: the type of the event.
    ///   - data: the data of the event.
    /// - Throws: `LinkProblem` with the path of the first mistake.
    package init?(type: String, data: String) throws(LinkProblem) {
        switch type {
        case LinkAPI.stateEvent: self = .state(try LinkedState(parsing: Array(data.utf8)))
        case LinkAPI.changesEvent: self = .changes(try LinkedChanges(parsing: Array(data.utf8)))
        default: return nil
        }
    }
}
