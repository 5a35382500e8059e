import ExperimentsTransport
import Foundation
import Testing

@testable import ExperimentsEtcdClient

/// Answers of a real etcd, recorded by `Recorded/record`.
struct Recorded: Sendable, CustomTestStringConvertible {
    let name: String
    let response: TransportResponse

    var testDescription: String { name }

    static let folder = (#filePath as NSString).deletingLastPathComponent + "/../Recorded"

    init(_ name: String) throws {
        self.name = name
        let text = try String(contentsOfFile: "\(Self.folder)/\(name).txt", encoding: .utf8)
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let body = lines.count > 1 ? Array(lines[1].utf8) : []
        response = TransportResponse(status: Int(lines[0]) ?? 0, body: body)
    }

    static func all() throws -> [Recorded] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".txt") }.map { try Recorded(String($0.dropLast(4))) }
    }

    /// What `call` makes of it.
    func answer<Call: EtcdCall>(to call: Call) throws -> Call.Answer {
        try call.answer(EtcdReply(response.body))
    }
}
