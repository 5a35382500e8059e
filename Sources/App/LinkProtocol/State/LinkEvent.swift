import ExperimentsCore

/// What a server tells a linked app over the stream.
///
/// The first event of every stream is a ``state(_:)``, unless the app asked to go on after a revision that the server
/// still knows the changes since: then it is ``changes(_:)``, or nothing until there are some.
package enum LinkEvent: Sendable, Hashable {
    /// The state, whole. It replaces whatever the app has.
    case state(LinkedState)
    /// What changed. It counts only for an app that has the state that the changes lead from.
    case changes(LinkedChanges)

    /// The revision that the app has after it; the id of the event.
    package var revision: LinkRevision {
        switch self {
        case .state(let state): state.revision
        case .changes(let changes): changes.revision
        }
    }

    /// The event as a stream of server-sent events has it, in UTF-8: made once and sent to all who are told the same.
    package var bytes: [UInt8] {
        let (type, data) =
            switch self {
            case .state(let state): (LinkAPI.stateEvent, state.bytes)
            case .changes(let changes): (LinkAPI.changesEvent, changes.bytes)
            }
        // The data is one line, and neither type nor id has a line end.
        return Array("event: \(type)\nid: \(revision)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }

    /// A comment, which says only that the stream is alive.
    package static let heartbeat = Array(":\n\n".utf8)

    /// Reads what came as an event; nil for one of a type that only newer versions know, which is to be ignored.
    ///
    /// - Parameters:
    ///   - type: the type of the event.
    ///   - data: what it carries.
    package init?(type: String, data: String) throws(LinkProblem) {
        switch type {
        case LinkAPI.stateEvent: self = .state(try LinkedState(parsing: Array(data.utf8)))
        case LinkAPI.changesEvent: self = .changes(try LinkedChanges(parsing: Array(data.utf8)))
        default: return nil
        }
    }
}
