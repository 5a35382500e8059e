import ExperimentsSupport
import MarkedYAML

/// Makes a theme of a document and those that it extends.
struct ThemeResolution {
    /// The one that extends nothing first.
    let chain: [ThemeDocument]
    private let knownRoles: [Role]

    /// A node and the text that it stands in.
    private struct Written {
        var node: YAMLNode
        var source: String
    }

    private let palette: [String: Written]

    init(chain: [ThemeDocument], roles knownRoles: [Role]) {
        self.chain = chain
        self.knownRoles = knownRoles
        var palette: [String: Written] = [:]
        for document in chain {
            for (name, node) in document.palette { palette[name] = Written(node: node, source: document.source) }
        }
        self.palette = palette
    }

    func theme(named name: String) throws(ThemeProblem) -> Theme {
        var roles: [Role: Written] = [:]
        for document in chain {
            for (role, node) in document.roles { roles[role] = Written(node: node, source: document.source) }
        }
        for role in knownRoles where roles[role] == nil {
            roles[role] = knownRoles.first { $0.number == role.elderNumber }.flatMap { roles[$0] }
        }
        // In a fixed order, so that of several mistakes the same one is told every time.
        for (name, written) in palette.sorted(by: { ($0.value.node.line, $0.key) < ($1.value.node.line, $1.key) }) {
            _ = try color(written, excluding: [name])
        }
        var styles: [Role: CellStyle] = [:]
        var basicStyles: [Role: CellStyle] = [:]
        for (role, written) in roles.sorted(by: {
            ($0.value.node.line, $0.key.number) < ($1.value.node.line, $1.key.number)
        }) {
            let (style, basic) = try self.style(written)
            styles[role] = style
            basicStyles[role] = basic
        }
        return Theme(
            name: name, title: chain.reversed().compactMap(\.title).first ?? name,
            isDark: chain.reversed().compactMap(\.isDark).first ?? true, styles: styles, basicStyles: basicStyles)
    }

    private func style(_ written: Written) throws(ThemeProblem) -> (style: CellStyle, basic: CellStyle?) {
        guard let pairs = written.node.pairs else { return (try shortStyle(written), nil) }
        var style = CellStyle.terminal
        var basic: CellStyle?
        for pair in pairs {
            let value = Written(node: pair.value, source: written.source)
            switch pair.key.text {
            case "fg": style.foreground = try color(value)
            case "bg": style.background = try color(value)
            case "attributes": style.attributes = try attributes(value)
            case "basic": basic = try self.style(value).style
            default:
                let name = pair.key.text ?? pair.key.kindName
                let message = DocumentWords.unknown("field", name, among: ["fg", "bg", "attributes", "basic"])
                throw ThemeProblem(message, in: written.source, at: pair.key)
            }
        }
        return (style, basic)
    }

    /// `bold red on black`
    private func shortStyle(_ written: Written) throws(ThemeProblem) -> CellStyle {
        guard let text = written.node.text, !written.node.isNull else {
            throw wrong("text such as 'bold red on black', or a mapping of fg, bg, attributes and basic", written)
        }
        var style = CellStyle.terminal
        var isBackground = false
        for word in text.split(separator: " ") {
            var node = written.node
            if case .scalar(_, isPlain: let isPlain) = node.content {
                let offset = text.unicodeScalars.distance(from: text.startIndex, to: word.startIndex)
                node = YAMLNode(
                    .scalar(text: String(word), isPlain: true), line: node.line,
                    column: node.column + offset + (isPlain ? 0 : 1))
            }
            if word == "on" {
                isBackground = true
            } else if let attribute = Attributes.named.first(where: { $0.name == word })?.attribute {
                style.attributes.insert(attribute)
            } else {
                let color = try color(Written(node: node, source: written.source), or: Attributes.named.map(\.name))
                if isBackground { style.background = color } else { style.foreground = color }
            }
        }
        return style
    }

    private func attributes(_ written: Written) throws(ThemeProblem) -> Attributes {
        var result: Attributes = []
        for node in written.node.items ?? [written.node] where !node.isNull {
            guard let attribute = Attributes.named.first(where: { $0.name == node.text })?.attribute else {
                let name = node.text ?? node.kindName
                let message = DocumentWords.unknown("attribute", name, among: Attributes.named.map(\.name))
                throw ThemeProblem(message, in: written.source, at: node)
            }
            result.insert(attribute)
        }
        return result
    }

    /// Names of the palette come before the usual ones; inside the palette, a name never means itself.
    private func color(
        _ written: Written, excluding used: Set<String> = [], or otherWords: [String] = []
    ) throws(ThemeProblem) -> Color {
        guard let text = written.node.text, !written.node.isNull else {
            throw wrong("a colour's name, or a number such as \"#ff8800\"", written)
        }
        let name = text.lowercased()
        if !used.contains(name), let entry = palette[name] { return try color(entry, excluding: used.union([name])) }
        if let color = Color(text) { return color }
        if text.hasPrefix("#") {
            throw wrong("# and 3 or 6 hexadecimal digits", written)
        }
        let names = palette.keys.sorted() + Color.names + ["default"] + otherWords
        let kind = otherWords.isEmpty ? "colour" : "colour or attribute"
        throw ThemeProblem(
            DocumentWords.unknown(kind, text, among: names), in: written.source, at: written.node)
    }

    private func wrong(_ expected: String, _ written: Written) -> ThemeProblem {
        let hint =
            written.node.isNull ? "; a colour that begins with # must be in quotes, or YAML takes it for a comment" : ""
        let message = DocumentWords.expected(expected, found: written.node.found) + hint
        return ThemeProblem(message, in: written.source, at: written.node)
    }
}
