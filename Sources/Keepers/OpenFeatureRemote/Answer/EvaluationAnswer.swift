import ExperimentsCore
import ExperimentsTransport
import Foundation

/// A good answer to the evaluation of all flags.
struct EvaluationAnswer: Sendable, Hashable {
    /// The values of the flags, by key.
    var entries = ExactDictionary<Snapshot.Entry>()
    /// The reasons why flags could not be evaluated, by key.
    var problems = ExactDictionary<String>()
    /// Notes about flags that could not be evaluated or read.
    var notes: [SourceNote] = []
    /// The address at which changes are announced, if there is one.
    var stream: ChangeStreamAddress?

    /// The largest number of stored notes. Further ones are only counted.
    static let mostNotes = 50
}

extension EvaluationAnswer {
    /// Reads the body of a response with status 200.
    ///
    /// A flag that failed, or that cannot be read, does not affect the others.
    ///
    /// - Throws: `MessageError` if it is not a response to an evaluation of all flags.
    init(parsing body: [UInt8], from server: OpenFeatureServer) throws(MessageError) {
        let object = try Self.object(of: body)
        guard let flags = object["flags"]?.array else {
            if let code = object["errorCode"]?.string {
                let details = object["errorDetails"]?.string.map { ": " + $0 } ?? ""
                throw MessageError(
                    ServerText.presentable(server.hidingSecrets(in: code + details))
                        + ", with the status of a success")
            }
            let found = object["flags"].map { ", found \($0.kindName)" } ?? ""
            throw MessageError("expected a list called \"flags\"\(found)")
        }
        var problems: [SourceNote] = []
        for (index, flag) in flags.enumerated() {
            guard let members = flag.object, let key = members["key"]?.string, !key.isEmpty else {
                problems.append(Self.problem("flag \(index + 1) has no key; it is ignored"))
                continue
            }
            let title = ServerText.presentable(key)
            problems += Self.wrongMembers(of: members, Self.flagMembers, title: "\(Quotation.of(title)): ")
            switch FlagAnswer(members) {
            case .absent: break
            case .failed(let reason):
                // Secrets are hidden before the text is cut, because half of a secret could be left otherwise.
                let words = ServerText.presentable(server.hidingSecrets(in: reason))
                problems.append(SourceNote(title: title, text: words))
                self.problems[key] = words
            case .entry(let entry):
                if entries.updateValue(entry, forKey: key) != nil {
                    problems.append(
                        Self.problem("\(Quotation.of(title)) is listed twice; the last one counts"))
                }
                guard members["value"] == nil else { continue }
                if let near = SpellingSuggestion.nearest(to: "value", in: members.members.map(\.name)) {
                    let found = Quotation.of(ServerText.presentable(near))
                    problems.append(
                        Self.problem(
                            "\(Quotation.of(title)) has no value, but \(found); did you mean \"value\"?"))
                }
            }
        }
        problems += Self.wrongMembers(of: object, Self.answerMembers, title: "")
        for (index, stream) in (object["eventStreams"]?.array ?? []).enumerated() {
            let title = "event stream \(index + 1): "
            guard let members = stream.object else {
                problems.append(
                    Self.problem(title + "expected an object, found \(stream.kindName); it is ignored"))
                continue
            }
            problems += Self.wrongMembers(of: members, Self.streamMembers, title: title)
        }
        switch ChangeStreamAddress.first(in: object["eventStreams"], base: server.url) {
        case nil: break
        case .success(let address)?: stream = address
        case .failure(let problem)?:
            problems.append(SourceNote(title: "Live updates", text: problem.description))
        }
        notes = Self.bounded(problems)
    }

    /// The type that the protocol requires for a member.
    private struct MemberType: Sendable {
        let name: String
        let expected: String
        let accepts: @Sendable (JSONValue) -> Bool

        static func string(_ name: String) -> Self {
            Self(name: name, expected: "a string") { $0.string != nil }
        }
        static func object(_ name: String) -> Self {
            Self(name: name, expected: "an object") { $0.object != nil }
        }
        static func list(_ name: String) -> Self { Self(name: name, expected: "a list") { $0.array != nil } }
        static func integer(_ name: String) -> Self {
            Self(name: name, expected: "an integer") { $0.int64 != nil }
        }
    }

    private static let answerMembers: [MemberType] = [.object("metadata"), .list("eventStreams")]
    private static let flagMembers: [MemberType] = [
        .string("reason"), .string("variant"), .object("metadata"), .string("errorDetails"),
    ]
    private static let streamMembers: [MemberType] = [
        .string("type"), .string("url"), .object("endpoint"), .integer("inactivityDelaySec"),
    ]

    /// Returns a note for each member of the wrong type. Without it, nobody would know why the member has no effect.
    private static func wrongMembers(of object: JSONObject, _ types: [MemberType], title: String)
        -> [SourceNote]
    {
        types.compactMap { type in
            guard let value = object[type.name], value != .null, !type.accepts(value) else { return nil }
            return problem(
                "\(title)\(type.name): expected \(type.expected), found \(value.kindName); it is ignored")
        }
    }

    private static func problem(_ text: String) -> SourceNote {
        SourceNote(title: SourceNote.problemTitle, text: text)
    }

    private static func object(of body: [UInt8]) throws(MessageError) -> JSONObject {
        let value = try JSONValue(parsing: body) { error in
            MessageError(
                "not JSON: \(ServerText.presentable(error.message)) at line \(error.line), column \(error.column) "
                    + "(byte \(error.offset) of \(body.count))")
        }
        guard let object = value.object else {
            throw MessageError("expected a JSON object, found \(value.kindName)")
        }
        return object
    }

    private static func bounded(_ notes: [SourceNote]) -> [SourceNote] {
        guard notes.count > mostNotes else { return notes }
        let rest = SourceNote(title: "And", text: "\(notes.count - mostNotes) more such flags")
        return notes.prefix(mostNotes) + [rest]
    }
}

/// The result for one flag within a response.
enum FlagAnswer: Sendable, Hashable {
    /// A value, or the instruction to use the app's own default.
    case entry(Snapshot.Entry)
    /// There is no such flag.
    case absent
    /// The flag could not be evaluated, for the reason in the server's words.
    case failed(String)

    /// Reads the members of a flag. A flag with an `errorCode` has failed, even if it has a value.
    init(_ flag: JSONObject) {
        if let code = flag["errorCode"], code != .null, code != "" {
            let name = code.string ?? code.compactText
            guard name != "FLAG_NOT_FOUND" else {
                self = .absent
                return
            }
            self = .failed(name + (flag["errorDetails"]?.string.map { ": " + $0 } ?? ""))
            return
        }
        // The digits of a number are preserved, so that long ones are not rounded.
        self = .entry(Snapshot.Entry(flag["value"], supplier: Self.supplier(of: flag)))
    }

    private static func supplier(of flag: JSONObject) -> String? {
        func text(_ name: String) -> String? {
            flag[name]?.string.map(ServerText.presentable).flatMap { $0.isEmpty ? nil : $0 }
        }
        return FlagSupplier(reason: text("reason"), variant: text("variant")).text
    }
}

/// The origin of a flag's value at a server: the reason and the variant, if the server gives them.
package struct FlagSupplier: Sendable, Hashable {
    private static let mark = "variant "

    /// The reason in the server's word, for example `TARGETING_MATCH`.
    package let reason: String?
    /// The name of the variant.
    package let variant: String?

    init(reason: String?, variant: String?) {
        (self.reason, self.variant) = (reason, variant)
    }

    /// Reads a string that `text` wrote.
    package init(_ text: String) {
        if let place = text.utf8.firstRange(of: (", " + Self.mark).utf8) {
            self.init(reason: String(text[..<place.lowerBound]), variant: String(text[place.upperBound...]))
        } else if text.hasScalarPrefix(Self.mark) {
            self.init(
                reason: nil, variant: String(text.unicodeScalars.dropFirst(Self.mark.unicodeScalars.count)))
        } else {
            self.init(reason: text, variant: nil)
        }
    }

    /// `TARGETING_MATCH, variant green`; nil if the server gives neither.
    var text: String? {
        let parts = [reason, variant.map { Self.mark + $0 }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
