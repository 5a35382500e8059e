import ExperimentsCore

/// JSON on lines, indented: an object or array that fits on one line stays on it; folded, those inside others are only
/// counted.
struct JSONOutline {
    private(set) var lines: [[Span]] = []
    /// Whether anything is only counted.
    private(set) var isFolded = false
    private let width: Int
    private let role: Role
    private var folds: Bool

    /// JSON of more lines than this is folded unless asked for otherwise.
    static let longest = 16

    /// - Parameter folds: whether to fold; nil to decide by the number of lines.
    init(_ value: JSONValue, width: Int, folds: Bool?, role: Role) {
        self.width = max(4, width)
        self.role = role
        self.folds = folds ?? false
        append(value, before: [], after: "", depth: 0)
        guard folds == nil, lines.count > Self.longest else { return }
        lines = []
        self.folds = true
        append(value, before: [], after: "", depth: 0)
    }

    private mutating func append(_ value: JSONValue, before: [Span], after: String, depth: Int) {
        let indent = String(repeating: " ", count: depth * 2)
        let used = indent.count + before.reduce(0) { $0 + $1.width } + after.count
        let line = [Span(indent)] + before
        guard let (open, close, count) = Self.brackets(of: value), count > 0 else {
            appendScalar(value.compactText, line, used: used, before: after)
            return
        }
        var room = width - used
        if let text = Self.compact(value, &room) {
            lines.append(line + [Span(text + after, role)])
            return
        }
        if folds, depth > 0 {
            isFolded = true
            let word = open == "{" ? "member" : "element"
            lines.append(
                line + [Span(open, role), Span("… \(count) \(word)\(count == 1 ? "" : "s")", .dim)]
                    + [Span(close + after, role)])
            return
        }
        lines.append(line + [Span(open, role)])
        switch value {
        case .object(let object):
            for (index, member) in object.members.enumerated() {
                append(
                    member.value,
                    before: [Span(JSONValue.string(member.name).compactText, .key), Span(": ", role)],
                    after: index < count - 1 ? "," : "", depth: depth + 1)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                append(element, before: [], after: index < count - 1 ? "," : "", depth: depth + 1)
            }
        default: break
        }
        lines.append([Span(indent + close + after, role)])
    }

    /// A text that is longer than the line goes on below.
    private mutating func appendScalar(_ text: String, _ line: [Span], used: Int, before after: String) {
        let room = max(4, width - used)
        let parts = DisplayText(text + after).wrapped(to: room, limit: 20)
        for (index, part) in parts.enumerated() {
            lines.append(
                index == 0
                    ? line + [Span(part, role)] : [Span(String(repeating: " ", count: width - room)), Span(part, role)])
        }
    }

    private static func brackets(of value: JSONValue) -> (open: String, close: String, count: Int)? {
        switch value {
        case .object(let object): ("{", "}", object.members.count)
        case .array(let elements): ("[", "]", elements.count)
        default: nil
        }
    }

    /// The value on one line with blanks after its commas; nil if that takes more than `room` columns.
    private static func compact(_ value: JSONValue, _ room: inout Int) -> String? {
        func take(_ text: String) -> String? {
            room -= DisplayText(text).width(upTo: max(0, room) + 1)
            return room >= 0 ? text : nil
        }
        switch value {
        case .object(let object):
            guard var text = take("{") else { return nil }
            for (index, member) in object.members.enumerated() {
                guard let name = take((index > 0 ? ", " : "") + JSONValue.string(member.name).compactText + ": "),
                    let rest = compact(member.value, &room)
                else { return nil }
                text += name + rest
            }
            return take("}").map { text + $0 }
        case .array(let elements):
            guard var text = take("[") else { return nil }
            for (index, element) in elements.enumerated() {
                guard let comma = take(index > 0 ? ", " : ""), let rest = compact(element, &room) else { return nil }
                text += comma + rest
            }
            return take("]").map { text + $0 }
        default: return take(value.compactText)
        }
    }
}
