import ExperimentsCore
import Foundation

/// A page of the versions of a template, the newest first.
struct VersionList {
    /// The versions of this page.
    let versions: [PublishedVersion]
    /// What leads to the next page: the number of its first version; nil on the last page.
    private let next: Int64?

    private static let usualPage: Int64 = 10
    private static let largestPage: Int64 = 300

    /// The page that `request` asks for, of `stored` versions with the newest last.
    init(_ stored: [PublishedVersion], _ request: EmulatorRequest) throws(EmulatorError) {
        let size = try request.queryNumber("pageSize") ?? Self.usualPage
        guard (0...Self.largestPage).contains(size) else {
            throw .invalidArgument("'pageSize' must be from 1 to \(Self.largestPage).")
        }
        let newest = try request.queryNumber("endVersionNumber") ?? .max
        let first = try request.queryNumber("pageToken") ?? .max
        let start = try request.queryTime("startTime") ?? .distantPast
        let end = try request.queryTime("endTime") ?? .distantFuture
        let matching = stored.reversed().filter { version in
            version.number <= min(newest, first) && version.time >= start && version.time < end
        }
        versions = Array(matching.prefix(size == 0 ? Int(Self.usualPage) : Int(size)))
        next = matching.dropFirst(versions.count).first?.number
    }

    /// The page, as the service writes it.
    var json: JSONValue {
        var object = JSONObject()
        if !versions.isEmpty { object["versions"] = .array(versions.map { .object($0.json) }) }
        object["nextPageToken"] = next.map { .string(String($0)) }
        return .object(object)
    }
}
