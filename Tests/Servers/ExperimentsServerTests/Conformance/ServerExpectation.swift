import ExperimentsCore
import ExperimentsTransport
import Foundation
import Testing

/// An answer as a client sees it.
struct ClientAnswer: Sendable {
    var status: Int
    var headers: HeaderFields
    var body: [UInt8]

    var json: JSONValue? { try? JSONValue(parsing: body) }
}

/// What a recorded case says of an answer.
struct ServerExpectation {
    let json: JSONValue

    /// What of it an answer does not meet, in words.
    func faults(of answer: ClientAnswer) -> [String] {
        var faults: [String] = []
        let statuses = json["status"].map { $0.array ?? [$0] }?.compactMap(\.int) ?? []
        if !statuses.contains(answer.status) { faults.append("status \(answer.status), not \(statuses)") }
        for member in json["headers"]?.object?.members ?? []
        where !Self.matches(member.value, header: answer.headers[member.name]) {
            faults.append(
                "\(member.name): \(answer.headers[member.name] ?? "none"), not \(member.value.compactText)")
        }
        if json["empty"] == true, !answer.body.isEmpty {
            faults.append("a body of \(answer.body.count) bytes")
        }
        faults += Self.faults(json, of: answer.json, at: "body")
        for member in json["flags"]?.object?.members ?? [] {
            let found = answer.json?["flags"]?.array?.filter { $0["key"]?.string == member.name } ?? []
            if member.value == .null {
                if !found.isEmpty { faults.append("\(member.name) is there") }
            } else if found.count != 1 {
                faults.append("\(member.name) is there \(found.count) times")
            } else {
                faults += Self.faults(member.value, of: found.first, at: member.name)
            }
        }
        return faults
    }

    /// Compares members of an object with `body`, `literal` and `absent`.
    private static func faults(_ expected: JSONValue, of found: JSONValue?, at place: String) -> [String] {
        var faults: [String] = []
        for member in expected["body"]?.object?.members ?? []
        where !matches(member.value, found?[member.name]) {
            faults.append("\(place) \(member.name): \(found?[member.name]?.compactText ?? "none")")
        }
        for member in expected["literal"]?.object?.members ?? []
        where found?[member.name] != .number(member.value.string ?? "") {
            faults.append("\(place) \(member.name): written \(found?[member.name]?.compactText ?? "none")")
        }
        for name in expected["absent"]?.array?.compactMap(\.string) ?? [] where found?[name] != nil {
            faults.append("\(place) \(name) is there")
        }
        return faults
    }

    /// Whether a value is the expected one, or of the type that stands for any.
    static func matches(_ expected: JSONValue, _ found: JSONValue?) -> Bool {
        guard let found else { return false }
        if let type = expected["$type"]?.string { return found.kindName == type }
        switch (expected, found) {
        case (.number, .number): return expected.double == found.double
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy { matches($0, $1) }
        case (.object(let one), .object(let other)):
            return one.members.allSatisfy { matches($0.value, other[$0.name]) }
        default: return expected == found
        }
    }

    private static func matches(_ expected: JSONValue, header: String?) -> Bool {
        if expected["absent"] == true { return header == nil }
        guard let header else { return false }
        if let text = expected.string { return header == text }
        if let pattern = expected["matches"]?.string {
            return (try? Regex(pattern)).map { header.firstMatch(of: $0) != nil } ?? false
        }
        let tokens = header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        let wanted = expected["hasTokens"]?.array?.compactMap { $0.string?.lowercased() } ?? []
        return wanted.allSatisfy(tokens.contains)
    }
}
