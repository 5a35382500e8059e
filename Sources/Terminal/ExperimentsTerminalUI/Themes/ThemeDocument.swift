import ExperimentsSupport
import ExperimentsYAML

/// A parsed theme. Its colors and styles are not resolved yet, because they may need the theme that it extends.
package struct ThemeDocument {
    let source: String
    private let origin: ThemeText
    private let knownRoles: [Role]
    private(set) var title: String?
    private(set) var isDark: Bool?
    private(set) var extends: YAMLNode?
    private(set) var palette: [String: YAMLNode] = [:]
    package private(set) var roles: [Role: YAMLNode] = [:]

    /// - Parameter knownRoles: the roles that the document may define.
    package init(_ text: ThemeText, roles knownRoles: [Role]) throws(ThemeProblem) {
        source = text.source
        origin = text
        self.knownRoles = knownRoles
        let root: YAMLNode?
        do throws(YAMLProblem) {
            root = try YAMLNode(parsing: text.text)
        } catch {
            throw ThemeProblem(error.message, in: text.source, line: error.line, column: error.column)
        }
        guard let root, !root.isNull else { return }
        var decoder = DocumentDecoder<YAMLNode>(subject: { $0.steps.isEmpty ? "" : "`\($0)`" })
        read(root, name: text.name, &decoder)
        // Report only the first problem in the text.
        let problems = decoder.faults.map {
            ThemeProblem($0.message, in: text.source, line: $0.location?.line, column: $0.location?.column)
        }
        let first = problems.min { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
        if let first { throw first }
    }

    func isFrom(_ text: ThemeText) -> Bool { origin == text }

    private static let fields = ["name", "title", "dark", "extends", "palette", "roles"]

    private mutating func read(_ root: YAMLNode, name: String, _ decoder: inout DocumentDecoder<YAMLNode>) {
        let expected = "a mapping of title, dark, extends, palette and roles"
        guard let record = decoder.record(root, fields: Self.fields, expected: expected) else { return }
        if let node = record["name"], node.text != name {
            decoder.expected("the name of the file, \"\(name)\", or nothing", at: "name", found: node)
        }
        title = decoder.text("title", of: record)
        isDark = decoder.truth("dark", of: record)
        if decoder.text("extends", of: record) != nil { extends = record["extends"] }
        if let node = record["palette"] { readPalette(node, &decoder) }
        if let node = record["roles"] { readRoles(node, &decoder) }
    }

    private mutating func readPalette(_ node: YAMLNode, _ decoder: inout DocumentDecoder<YAMLNode>) {
        decoder.enter("palette")
        defer { decoder.leave() }
        for pair in pairs(of: node, expected: "a mapping of names to colors", &decoder) {
            guard let name = decoder.text(pair.key, expected: "the name of a color") else { continue }
            palette[name.lowercased()] = pair.value
        }
    }

    private mutating func readRoles(_ node: YAMLNode, _ decoder: inout DocumentDecoder<YAMLNode>) {
        decoder.enter("roles")
        defer { decoder.leave() }
        for pair in pairs(of: node, expected: "a mapping of roles to styles", &decoder) {
            guard let name = decoder.text(pair.key, expected: "the name of a role") else { continue }
            guard let role = knownRoles.first(where: { $0.name == name }) else {
                let message = DocumentWords.unknown("role", name, among: knownRoles.map(\.name))
                decoder.add(DocumentFault(decoder.path[name], message, at: pair.key.location))
                continue
            }
            roles[role] = pair.value
        }
    }

    private func pairs(
        of node: YAMLNode, expected: String, _ decoder: inout DocumentDecoder<YAMLNode>
    ) -> [YAMLPair] {
        if node.isNull { return [] }
        if node.pairs == nil { decoder.expected(expected, found: node) }
        return node.pairs ?? []
    }
}

/// The text of a theme, not parsed yet.
///
/// ```yaml
/// title: My Theme             # optional; for people
/// dark: true                  # optional; whether it is meant for a dark background
/// extends: dark               # optional; a theme that supplies everything not set here
/// palette:                    # optional; names for colours, or other meanings for the usual ones
///   accent: "#7aa2f7"
/// roles:
///   missing: bold red on black
///   cursorRow: {bg: "#2d3748", attributes: [bold], basic: black on cyan}
/// ```
///
/// A role is text (attributes, a color, `on` and a background, each optional, or `default`) or a mapping of `fg`, `bg`,
/// `attributes`, and `basic`: how it looks on 16 colors and fewer, if that is not just the nearest. Colors are the
/// names of the terminal's palette (`red`, `bright-red`), `color0` to `color255`, `"#rrggbb"` in quotes, or `default`.
/// Attributes are bold, dim, italic, underline and reverse. The roles are the toolkit's and the program's.
public struct ThemeText: Sendable, Hashable {
    /// The name of the theme: the file name without its extension.
    public var name: String

    /// The place where the document was read, for messages.
    public var source: String

    /// The YAML.
    public var text: String

    /// Creates the text of a theme.
    public init(name: String, source: String, text: String) {
        self.name = name
        self.source = source
        self.text = text
    }
}
