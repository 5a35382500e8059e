import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsLocks
import Foundation

/// A member of a team who is online: an open dashboard.
public struct TeamPerson: Sendable, Hashable {
    /// An ID that distinguishes several dashboards of one person.
    package let session: String
    /// The person's name.
    package var author: String?
    /// The program, for example `experiments`.
    package var program: String?
    /// The machine.
    package var host: String?
    /// The time at which the dashboard was opened.
    package var since: Date?
    /// The name of the current screen.
    package var place: String?
    /// The current key; nil for none.
    package var key: String?
    /// Whether they have an editor open on that key.
    package var isEditing = false

    /// Creates a person who just came online.
    package init(session: String, author: String?, program: String?, host: String?, since: Date?) {
        self.session = session
        self.author = author
        self.program = program
        self.host = host
        self.since = since
    }

    /// Reads a person from the store. Members that are missing or have another type are ignored.
    init(session: String, document bytes: [UInt8]) {
        let members = (try? JSONValue(parsing: bytes))?.object ?? JSONObject()
        self.init(
            session: session, author: members["author"]?.string, program: members["program"]?.string,
            host: members["host"]?.string, since: members["since"]?.string.flatMap { RFC3339.date(from: $0) })
        place = members["at"]?.string
        key = members["key"]?.string
        isEditing = members["editing"]?.bool ?? false
    }

    /// The document that is stored for the person.
    var document: [UInt8] { JSONValue.object(members).compactBytes }

    /// The person as JSON.
    package var json: JSONObject {
        var members = members
        members["session"] = .string(session)
        return members
    }

    private var members: JSONObject {
        var members = JSONObject()
        members["author"] = author.map(JSONValue.string)
        members["program"] = program.map(JSONValue.string)
        members["host"] = host.map(JSONValue.string)
        members["since"] = since.map { .string(RFC3339.text(of: $0)) }
        members["at"] = place.map(JSONValue.string)
        members["key"] = key.map(JSONValue.string)
        if isEditing { members["editing"] = true }
        return members
    }

    /// The name, or the machine if the name is not known.
    package var name: String { author ?? host ?? "somebody" }

    /// The activity in words: `edits paywall_type`, `looks at paywall_type`, `looks at the screen overrides`.
    package var activity: String {
        switch (key, place) {
        case (let key?, _): "\(isEditing ? "edits" : "looks at") \(key)"
        case (nil, let place?): "on screen \(place)"
        case (nil, nil): "is there"
        }
    }
}

/// Wakes one waiting task. If no task waits, several calls count as one.
final class TeamBell: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the waiting task, or the next one that waits.
    func ring() { continuation.yield() }

    /// Waits for a ring, or for a while, or for the end of the task.
    ///
    /// - Parameter limit: how long at most; nil for however long it takes.
    func wait(atMost limit: Duration?, _ time: EtcdTime) async {
        let alarm = limit.map { limit in
            Task { [continuation] in
                do { try await time.pause(limit) } catch { return }
                continuation.yield()
            }
        }
        for await _ in stream { break }
        alarm?.cancel()
    }
}
