import ExperimentsProject
import Foundation

/// The texts of a row, by field.
struct FieldTexts {
    /// The texts that mean no value.
    private static let nulls: Set<String> = [
        "NULL", "null", "Null", "\\N", "NaN", "nan", "undefined", "None", "<nil>", "(null)", "<null>", "NA",
        "<NA>",
        "#N/A", "NaT", "nil", "N/A", "n/a", "-nan", "(not set)",
    ]
    /// The texts that systems write for users who are not signed in, in lower case.
    private static let signedOut: Set<String> = [
        "anonymous", "guest", "unknown", "not_authenticated", "none", "(none)", "-", "[object object]",
        "true", "false",
    ]

    private var ranks = [Int](repeating: .max, count: EventField.allCases.count)
    private var texts = [String?](repeating: nil, count: EventField.allCases.count)
    /// The column that the unit came from.
    private(set) var unitColumn = ""

    /// Stores the text of a column, unless there is a better one. For the unit, a column with a value is better,
    /// because a person who is not logged in has no user ID, but a device.
    mutating func take(_ text: String?, as role: EventColumns.Role, from column: String) {
        let place = role.field.place
        guard role.rank < ranks[place] else { return }
        if role.field == .unit {
            guard let text, Self.userID(in: text) != nil || texts[place] == nil else { return }
            // Only a column with a value takes precedence over others.
            if Self.userID(in: text) == nil {
                texts[place] = text
                return
            }
            unitColumn = column
        }
        (ranks[place], texts[place]) = (role.rank, text)
    }

    /// The text of a field without white space around it; nil if it is empty or means no value.
    subscript(field: EventField) -> String? {
        texts[field.place].flatMap(field == .unit ? Self.userID : Self.meaning)
    }

    /// Returns the text of a field as written.
    func written(_ field: EventField) -> String? { texts[field.place] }

    private static func meaning(of text: String) -> String? {
        let text = text.trimmed
        return text.isEmpty || nulls.contains(text) || isSpreadsheetError(text) ? nil : text
    }

    /// Returns the ID of a user without white space around it; nil if the text means no value, or a user who is not
    /// signed in.
    static func userID(in text: String) -> String? {
        // The words are short, and most IDs are not.
        meaning(of: text).flatMap { $0.utf8.count < 18 && signedOut.contains($0.lowercased()) ? nil : $0 }
    }

    /// Whether a text is an error of a spreadsheet, in any language: `#REF!`, `#NAME?`, `#BEZUG!`.
    private static func isSpreadsheetError(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.first == "#" && (scalars.last == "!" || scalars.last == "?")
    }
}

extension EventField {
    /// The index of the field.
    fileprivate var place: Int {
        switch self {
        case .experiment: 0
        case .key: 1
        case .group: 2
        case .event: 3
        case .unit: 4
        case .at: 5
        case .value: 6
        case .id: 7
        }
    }
}

extension String {
    /// The text without white space around it. Most texts have none, and Foundation takes a microsecond to see that.
    var trimmed: String {
        guard let first = utf8.first, let last = utf8.last else { return self }
        let isPlain = (0x21..<0x80).contains(first) && (0x21..<0x80).contains(last)
        return isPlain ? self : trimmingCharacters(in: Self.blanks)
    }

    /// White space according to Foundation, except for the zero-width space: two IDs that differ in it remain two
    /// users.
    private static let blanks = CharacterSet.whitespaces.union(["\n", "\r"]).subtracting(["\u{200B}"])
}
