/// Finds names that look the same as another one, and have other bytes.
package struct LookAlikes: Sendable {
    private let names: [String]
    /// The names with letters beyond ASCII, by what they look like.
    private let special: [String: String]

    /// - Parameter names: the names to find.
    package init(among names: some Sequence<String>) {
        self.names = Array(names)
        special = Dictionary(self.names.lazy.filter { !$0.isPlain }.map { ($0, $0) }) { first, _ in first }
    }

    /// Returns a name that looks the same as `name`, and has other bytes; nil if there is none.
    package func name(like name: String) -> String? {
        if let found = special[name], !found.isExactly(name) { return found }
        // Of two texts that look the same, one has letters beyond ASCII.
        guard !name.isPlain else { return nil }
        return names.first { $0.looksLike(name) }
    }

    /// Returns the name in quotation marks, with everything beyond ASCII as `\u{301}`, so that it can be told from
    /// another one that looks the same.
    package static func spelled(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "\"") { text, scalar in
            let isShown = scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F
            text += isShown ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } + "\""
    }
}

extension String {
    /// Whether all bytes are those of ASCII.
    fileprivate var isPlain: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
