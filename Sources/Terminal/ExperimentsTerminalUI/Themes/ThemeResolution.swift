import ExperimentsSupport
import ExperimentsYAML

/// Makes a theme from a document and those that it extends.
struct ThemeResolution {
    /// The documents, beginning with the one that extends nothing.
    let chain: [ThemeDocument]
    private let knownRoles: [Role]

    /// A node and the text that it comes from.
    private struct Written {
        var node: YAMLNode
        var source: String
        /// Whether the theme is meant for a dark background.
        var isDark: Bool
    }

    private let palette: [String: Written]
    private let isDark: Bool

    init(chain: [ThemeDocument], roles knownRoles: [Role]) {
        self.chain = chain
        self.knownRoles = knownRoles
        var palette: [String: Written] = [:]
        var isDark = true
        for document in chain {
            isDark = document.isDark ?? isDark
            for (name, node) in document.palette {
                palette[name] = Written(node: node, source: document.source, isDark: isDark)
            }
        }
        self.palette = palette
        self.isDark = isDark
    }

    func theme(named name: String) throws(ThemeProblem) -> Theme {
        var roles: [Role: Written] = [:]
        var isDarkSoFar = true
        for document in chain {
            isDarkSoFar = document.isDark ?? isDarkSoFar
            for (role, node) in document.roles {
                roles[role] = Written(node: node, source: document.source, isDark: isDarkSoFar)
            }
        }
        for role in knownRoles where roles[role] == nil {
            roles[role] = knownRoles.first { $0.number == role.elderNumber }.flatMap { roles[$0] }
        }
        // In a fixed order, so that the same mistake is reported every time.
        for (name, written) in palette.sorted(by: {
            ($0.value.node.line, $0.key) < ($1.value.node.line, $1.key)
        }) {
            _ = try color(written, excluding: [name])
        }
        var styles: [Role: CellStyle] = [:]
        var basicStyles: [Role: CellStyle] = [:]
        for (role, written) in roles.sorted(by: {
            ($0.value.node.line, $0.key.number) < ($1.value.node.line, $1.key.number)
        }) {
            let (style, basic) = try self.style(written)
            styles[role] = role.isGround ? ground(style, written) : style
            basicStyles[role] = basic
        }
        return Theme(
            name: name, title: chain.reversed().compactMap(\.title).first ?? name,
            isDark: isDark, styles: styles, basicStyles: basicStyles)
    }

    /// Returns a style whose background suits the theme. A light theme that extends a dark one without setting
    /// backgrounds must not be drawn on a dark one, and vice versa: inherited styles for the other kind of background
    /// become the terminal's own.
    private func ground(_ style: CellStyle, _ written: Written) -> CellStyle {
        guard written.isDark != isDark else { return style }
        var style = style
        let long = written.node.pairs.map { pairs in
            ["fg", "bg"].map { field in pairs.first { $0.key.text == field }?.value.text }
        }
        let short = { () -> [String?] in
            let words = (written.node.text ?? "").split(scalar: " ").map(String.init)
            let isAttribute = { (word: String) in Attributes.named.contains { $0.name == word } }
            let front = words.prefix { $0 != "on" }.last { !isAttribute($0) }
            return [front, words.drop { $0 != "on" }.last { $0 != "on" && !isAttribute($0) }]
        }
        let names = long ?? short()
        if isForOtherBackground(names[0], in: written) { style.foreground = .terminal }
        if isForOtherBackground(names[1], in: written) { style.background = .terminal }
        return style
    }

    private func isForOtherBackground(_ name: String?, in written: Written) -> Bool {
        var (place, name, used) = (written, name?.lowercased(), Set<String>())
        while let word = name, used.insert(word).inserted, let entry = palette[word] {
            (place, name) = (entry, entry.node.text?.lowercased())
        }
        return place.isDark != isDark
    }

    private func style(_ written: Written) throws(ThemeProblem) -> (style: CellStyle, basic: CellStyle?) {
        guard let pairs = written.node.pairs else { return (try shortStyle(written), nil) }
        var style = CellStyle.terminal
        var basic: CellStyle?
        for pair in pairs {
            var value = written
            value.node = pair.value
            switch pair.key.text {
            case "fg": style.foreground = try color(value)
            case "bg": style.background = try color(value)
            case "attributes": style.attributes = try attributes(value)
            case "basic": basic = try self.style(value).style
            default:
                let name = pair.key.text ?? pair.key.kindName
                let message = DocumentWords.unknown(
                    "field", name, among: ["fg", "bg", "attributes", "basic"])
                throw ThemeProblem(message, in: written.source, at: pair.key)
            }
        }
        return (style, basic)
    }

    /// Reads `bold red on black`.
    private func shortStyle(_ written: Written) throws(ThemeProblem) -> CellStyle {
        guard let text = written.node.text, !written.node.isNull else {
            throw wrong(
                "text such as 'bold red on black', or a mapping of fg, bg, attributes and basic", written)
        }
        var style = CellStyle.terminal
        var isBackground = false
        for word in text.split(scalar: " ") {
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
                var place = written
                place.node = node
                let color = try color(place, or: Attributes.named.map(\.name))
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

    /// Reads a color. Names of the theme's palette come before the usual ones; inside the palette, a name never refers
    /// to itself.
    private func color(
        _ written: Written, excluding used: Set<String> = [], or otherWords: [String] = []
    ) throws(ThemeProblem) -> Color {
        guard let text = written.node.text, !written.node.isNull else {
            throw wrong("the name of a color, or a number such as \"#ff8800\"", written)
        }
        let name = text.lowercased()
        if !used.contains(name), let entry = palette[name] {
            return try color(entry, excluding: used.union([name]))
        }
        if let color = Color(text) { return color }
        if text.hasScalarPrefix("#") {
            throw wrong("# and 3 or 6 hexadecimal digits", written)
        }
        let names = palette.keys.sorted() + Color.names + ["default"] + otherWords
        let kind = otherWords.isEmpty ? "color" : "color or attribute"
        throw ThemeProblem(
            DocumentWords.unknown(kind, text, among: names), in: written.source, at: written.node)
    }

    private func wrong(_ expected: String, _ written: Written) -> ThemeProblem {
        let hint =
            written.node.isNull
            ? "; put a color that begins with # in quotes, because YAML reads it as a comment" : ""
        let message = DocumentWords.expected(expected, found: written.node.found) + hint
        return ThemeProblem(message, in: written.source, at: written.node)
    }
}

/// The reason why a theme cannot be used, with the place of the mistake.
public struct ThemeProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The path of the file, or the name of a built-in theme.
    public var source: String

    /// The problem, and what was expected.
    public var message: String

    /// The line, from 1; nil if the problem has no place.
    public var line: Int?

    /// The column, from 1, in Unicode scalars; nil if the problem has no place.
    public var column: Int?

    /// Creates a problem, with a place if it has one.
    public init(_ message: String, in source: String, line: Int? = nil, column: Int? = nil) {
        self.source = source
        self.message = message
        self.line = line
        self.column = column
    }

    init(_ message: String, in source: String, at node: YAMLNode) {
        self.init(message, in: source, line: node.line, column: node.column)
    }

    package var place: ErrorPlace? { ErrorPlace(file: source, line: line, column: column) }

    /// `source:line:column: message`.
    public var description: String { ErrorReport(self).headline }
}
