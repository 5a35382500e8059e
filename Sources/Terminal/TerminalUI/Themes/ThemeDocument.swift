import ExperimentsSupport
import MarkedYAML

/// A theme's text taken apart, its colours and styles not looked at yet: those may need the theme it extends.
package struct ThemeDocument {
    let source: String
    private let origin: ThemeText
    private let knownRoles: [Role]
    private(set) var title: String?
    private(set) var isDark: Bool?
    private(set) var extends: YAMLNode?
    private(set) var palette: [String: YAMLNode] = [:]
    package private(set) var roles: [Role: YAMLNode] = [:]

    /// - Parameter knownRoles: the roles that it may speak of.
    package init(_ text: ThemeText, roles knownRoles: [Role]) throws(ThemeProblem) {
        source = text.source
        origin = text
        self.knownRoles = knownRoles
        let root: YAMLNode?
        do throws(YAMLProblem) {
            root = try YAMLNode(parsing: text.text)
        } catch {
            throw ThemeProblem(
                error.message, in: text.source, at: ThemeProblem.Place(line: error.line, column: error.column))
        }
        guard let root, !root.isNull else { return }
        for pair in try pairs(of: root, expected: "a theme is a mapping of title, dark, extends, palette and roles") {
            try read(pair, name: text.name)
        }
    }

    func isFrom(_ text: ThemeText) -> Bool { origin == text }

    private static let fields = ["name", "title", "dark", "extends", "palette", "roles"]

    private mutating func read(_ pair: YAMLPair, name: String) throws(ThemeProblem) {
        let value = pair.value
        switch pair.key.text {
        case "name":
            guard value.text == name else {
                throw problem("the name must be that of the file, “\(name)”, or be left out", at: value)
            }
        case "title": title = try text(value, of: "title")
        case "dark":
            guard let text = value.plainText, text == "true" || text == "false" else {
                throw problem("“dark” is true or false", at: value)
            }
            isDark = text == "true"
        case "extends":
            _ = try text(value, of: "extends")
            extends = value
        case "palette":
            for color in try pairs(of: value, expected: "a palette is a mapping of names to colours") {
                palette[try text(color.key, of: "palette").lowercased()] = color.value
            }
        case "roles":
            for role in try pairs(of: value, expected: "“roles” is a mapping of roles to styles") {
                roles[try self.role(role.key)] = role.value
            }
        default:
            throw problem(Self.unknown("field", pair.key, among: Self.fields), at: pair.key)
        }
    }

    private func role(_ key: YAMLNode) throws(ThemeProblem) -> Role {
        if let text = key.text, let role = knownRoles.first(where: { $0.name == text }) { return role }
        throw problem(Self.unknown("role", key, among: knownRoles.map(\.name)), at: key)
    }

    private func pairs(of node: YAMLNode, expected: String) throws(ThemeProblem) -> [YAMLPair] {
        if node.isNull { return [] }
        guard let pairs = node.pairs else { throw problem("\(expected), not \(node.kindName)", at: node) }
        return pairs
    }

    private func text(_ node: YAMLNode, of field: String) throws(ThemeProblem) -> String {
        guard let text = node.text, !node.isNull else {
            throw problem("“\(field)” is text, not \(node.kindName)", at: node)
        }
        return text
    }

    private func problem(_ message: String, at node: YAMLNode) -> ThemeProblem {
        ThemeProblem(message, in: source, at: node)
    }

    /// What to say about a name that does not exist.
    static func unknown(_ kind: String, _ node: YAMLNode, among names: [String]) -> String {
        let name = node.text ?? node.kindName
        return unknown(kind, name: name, among: names)
    }

    static func unknown(_ kind: String, name: String, among names: [String]) -> String {
        let shown = DisplayText(name).truncated(to: 40)
        let nearest = SpellingSuggestion.nearest(to: name, in: names).map { "; did you mean “\($0)”?" }
        return "there is no \(kind) “\(shown)”" + (nearest ?? "; there are \(names.joined(separator: ", "))")
    }
}
