import ExperimentsCore

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

    /// The event in the format of server-sent events, in UTF-8. It is made once, and sent to all apps that get the same
    /// event.
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
