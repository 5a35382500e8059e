import ExperimentsCore

/// Reads the meaning of conditions of the built-in types from their arguments.
struct ConditionReading {
    /// The name in the context that identifies a user, for conditions that do not name one.
    let userKey: String
    /// The ID of the variant, which is the salt of a rollout without one.
    let variantID: String
    /// Warnings about arguments that are accepted.
    private(set) var oddities: [DocumentFault] = []

    /// Returns the meaning of a condition.
    mutating func meaning(
        of kind: BuiltInCondition, _ arguments: ConditionArguments
    ) throws(DocumentFault) -> ConditionMeaning {
        switch kind {
        case .random: try random(arguments)
        case .modRange: try modRange(arguments)
        case .userID: try userID(arguments)
        case .userIDMod: try userIDMod(arguments)
        case .rollout: try rollout(arguments)
        }
    }

    private mutating func random(_ arguments: ConditionArguments) throws(DocumentFault) -> ConditionMeaning {
        guard let number = arguments.json.comparedNumber else {
            oddities.append(
                DocumentFault(
                    "RANDOM needs a number from 0 to 1, found \(arguments.json.found); it is never met",
                    at: arguments.path, advice: #"write "value": 0.5 for one in two"#))
            return .random(nil)
        }
        guard (0...1).contains(number) else {
            throw DocumentFault(
                "RANDOM needs a number from 0 to 1, found \(arguments.json.found)", at: arguments.path,
                advice: "a share of one in two is 0.5")
        }
        if case .value(.number) = arguments.form { return .random(number) }
        oddities.append(
            DocumentFault(
                "RANDOM reads \(arguments.json.found) as the number \(NumberText.text(of: number))",
                at: arguments.path, advice: "write the number itself as \"value\""))
        return .random(number)
    }

    private mutating func modRange(_ arguments: ConditionArguments) throws(DocumentFault) -> ConditionMeaning
    {
        let form = #"write "values": ["user_id", 0, 9]"#
        guard case .values(let values) = arguments.form, values.count == 3 else {
            throw DocumentFault(
                "MOD_RANGE needs three values: a name in the context and the bounds of a range",
                at: arguments.path,
                advice: form)
        }
        guard let key = values[0].string else {
            throw DocumentFault(
                expected: "the name of a value in the context", found: values[0], at: arguments.path[0],
                advice: form)
        }
        let (lower, upper) = try range(values, from: 1, arguments.path)
        return .remainder(key: key, lower: lower, upper: upper)
    }

    private mutating func userIDMod(_ arguments: ConditionArguments) throws(DocumentFault) -> ConditionMeaning
    {
        guard case .values(let values) = arguments.form, values.count == 2 else {
            throw DocumentFault(
                "USER_ID_MOD needs two values: the bounds of a range", at: arguments.path,
                advice: #"write "values": [0, 9]"#)
        }
        let (lower, upper) = try range(values, from: 0, arguments.path)
        return .remainder(key: arguments.cookieType ?? userKey, lower: lower, upper: upper)
    }

    private mutating func range(
        _ values: [JSONValue], from index: Int, _ path: DocumentPath
    ) throws(DocumentFault) -> (Double, Double) {
        var bounds: [Double] = []
        for index in index..<(index + 2) {
            guard let bound = values[index].double, bound.isFinite else {
                throw DocumentFault(expected: "a number from 0 to 99", found: values[index], at: path[index])
            }
            if abs(bound) > 99 {
                oddities.append(
                    DocumentFault(
                        "the remainder of a number divided by 100 never reaches \(values[index].found)",
                        at: path[index]))
            }
            bounds.append(bound)
        }
        guard bounds[0] <= bounds[1] else {
            throw DocumentFault(
                "the range begins at \(values[index].found) and ends before it, at \(values[index + 1].found)",
                at: path[index], advice: "write the smaller bound first")
        }
        return (bounds[0], bounds[1])
    }

    private func userID(_ arguments: ConditionArguments) throws(DocumentFault) -> ConditionMeaning {
        let values: [JSONValue]
        switch arguments.form {
        case .values(let list): values = list
        case .value(let value): values = [value]
        case .none:
            throw DocumentFault("USER_ID needs the users", advice: #"write "values": ["anna", "ben"]"#)
        }
        var ids: [String] = []
        for (index, value) in values.enumerated() {
            guard let id = value.unit else {
                let isList = if case .values = arguments.form { true } else { false }
                throw DocumentFault(
                    expected: "a user as a string or a whole number", found: value,
                    at: isList ? arguments.path[index] : arguments.path)
            }
            ids.append(id)
        }
        return .oneOf(key: userKey, ids: ids, members: Set(ids))
    }

    private mutating func rollout(_ arguments: ConditionArguments) throws(DocumentFault) -> ConditionMeaning {
        guard case .value(.object(let object)) = arguments.form else {
            throw DocumentFault(
                "ROLLOUT needs an object with a percentage", at: arguments.path,
                advice: #"write "value": {"percentage": 25, "salt": "checkout", "key": "user_id"}"#)
        }
        let path = arguments.path
        var (key, salt, start) = (userKey, variantID, 0)
        var share: Int?
        for member in object.members {
            let place = path[member.name]
            switch member.name {
            case "percentage": share = try buckets(member.value, at: place)
            case "start": start = try buckets(member.value, at: place)
            case "key": key = try text(member.value, at: place)
            case "salt": salt = try text(member.value, at: place)
            default:
                let hint = DocumentWords.hint(
                    for: member.name, among: ["percentage", "start", "key", "salt"])
                oddities.append(DocumentFault("unknown field \(hint); it is ignored", at: place))
            }
        }
        guard let share else {
            throw DocumentFault("ROLLOUT needs a percentage", at: path, advice: #"write "percentage": 25"#)
        }
        guard start + share <= RolloutBucket.count else {
            throw DocumentFault("start and percentage add up to more than 100", at: path)
        }
        return .rollout(Rollout(key: key, salt: salt, buckets: start..<(start + share)))
    }

    private func text(_ value: JSONValue, at path: DocumentPath) throws(DocumentFault) -> String {
        guard let text = value.string else {
            throw DocumentFault(expected: "a string", found: value, at: path)
        }
        return text
    }

    /// Returns a percentage as a number of buckets.
    private func buckets(_ value: JSONValue, at path: DocumentPath) throws(DocumentFault) -> Int {
        guard let percentage = value.double, (0...100).contains(percentage) else {
            throw DocumentFault(expected: "a percentage from 0 to 100", found: value, at: path)
        }
        let exact = percentage * Double(RolloutBucket.count / 100)
        let count = exact.rounded()
        guard abs(exact - count) < 1e-6 else {
            throw DocumentFault("a percentage has at most four decimals, found \(value.found)", at: path)
        }
        return Int(count)
    }
}

extension ConditionArguments {
    /// The path of the arguments below their condition.
    var path: DocumentPath {
        switch form {
        case .none: DocumentPath()
        case .value: DocumentPath()["value"]
        case .values: DocumentPath()["values"]
        }
    }
}

extension DocumentFault {
    fileprivate init(expected: String, found: JSONValue, at path: DocumentPath, advice: String? = nil) {
        self.init(path, DocumentWords.expected(expected, found: found.found), advice: advice)
    }

    init(_ message: String, at path: DocumentPath = DocumentPath(), advice: String? = nil) {
        self.init(path, message, advice: advice)
    }
}

extension JSONValue {
    /// The number to which JavaScript converts a value in a comparison, which the original's `RANDOM` uses; nil if
    /// there is none, so that every comparison is false.
    ///
    /// In documents for the original, `"0.5"`, `[0.5]` and `true` are numbers, and `"foo"` is not.
    var comparedNumber: Double? {
        switch self {
        // In the original, a falsy value ends the evaluation immediately: null is like 0.
        case .null, .object: return nil
        case .bool(let truth): return truth ? 1 : 0
        case .number(let lexeme): return Double(lexeme)
        case .string(let text):
            let value = JavaScriptNumber.value(of: text)
            return value.isNaN ? nil : value
        case .array(let elements):
            guard let first = elements.first else { return 0 }
            // A longer array becomes a text with commas, which is not a number. The same applies to `[true]` and `[{}]`.
            switch first {
            case .number, .string: return elements.count == 1 ? first.comparedNumber : nil
            default: return nil
            }
        }
    }
}

/// The bucket of a user in a rollout: a number that depends only on the salt and the user's identifier.
///
/// `bucket = XXH64(id, seed: XXH64(salt, seed: 0)) mod 1,000,000`, with both strings as UTF-8 bytes, and a whole number
/// as its decimal digits.
public struct RolloutBucket: Sendable, Hashable {
    /// The number of buckets. The smallest share of a rollout is a ten-thousandth of a per cent.
    public static let count = 1_000_000

    /// The bucket, from 0 to 999,999.
    public let number: Int

    /// Computes the bucket of the user called `unit`.
    ///
    /// - Parameters:
    ///   - unit: the identifier of the user.
    ///   - salt: a string that makes the rollout independent of others.
    public init(unit: String, salt: String) {
        number = Int(XXHash64.hash(unit, seed: XXHash64.hash(salt)) % UInt64(Self.count))
    }
}

/// A share of the users: those whose bucket is in a range.
struct Rollout: Sendable, Hashable {
    /// The name in the context that identifies a user.
    let key: String
    /// The salt, which makes it independent of other rollouts.
    let salt: String
    /// The buckets.
    let buckets: Range<Int>
}
