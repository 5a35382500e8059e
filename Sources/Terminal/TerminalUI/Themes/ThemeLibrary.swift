import ExperimentsSupport
import MarkedYAML

/// The available themes. Each is read only when it is needed.
public struct ThemeLibrary: Sendable {
    private var texts: [ThemeText]
    private let roles: [Role]
    private var replaced: [String: ThemeText] = [:]

    /// Creates a library of the themes that are built into a program.
    ///
    /// - Parameter roles: every role that a theme may have.
    package init(builtIn: [ThemeText], roles: [Role]) {
        texts = builtIn
        self.roles = roles
    }

    /// Returns these themes with others added. A theme with the same name replaces the one here.
    package func adding(_ others: [ThemeText]) -> ThemeLibrary {
        var library = self
        for other in others { library.add(other) }
        return library
    }

    private mutating func add(_ other: ThemeText) {
        guard let index = texts.firstIndex(where: { $0.name == other.name }) else { return texts.append(other) }
        // It may extend the theme that it replaces.
        replaced[other.name] = texts[index]
        texts[index] = other
    }

    /// The names in alphabetical order, which is the order in which a key steps through them.
    public var names: [String] { texts.map(\.name).sorted() }

    /// Returns the theme of this name.
    ///
    /// - Throws: `ThemeProblem` if there is none with this name, or if it, or one that it extends, has a mistake.
    public func theme(named name: String) throws(ThemeProblem) -> Theme {
        guard let text = texts.first(where: { $0.name == name }) else {
            throw ThemeProblem(DocumentWords.unknown("theme", name, among: names), in: "theme")
        }
        var chain = [try ThemeDocument(text, roles: roles)]
        var current = text
        while let base = chain.last?.extends {
            guard let next = next(base.text ?? "", after: current), !chain.contains(where: { $0.isFrom(next) }) else {
                let message =
                    names.contains(base.text ?? "")
                    ? "'\(base.text ?? "")' cannot be extended here: it extends this theme itself"
                    : DocumentWords.unknown("theme", base.text ?? "", among: names)
                throw ThemeProblem(message, in: current.source, at: base)
            }
            chain.append(try ThemeDocument(next, roles: roles))
            current = next
        }
        return try ThemeResolution(chain: chain.reversed(), roles: roles).theme(named: name)
    }

    /// A theme that extends its own name means the built-in one that it replaces.
    private func next(_ name: String, after text: ThemeText) -> ThemeText? {
        if name == text.name, let original = replaced[name], original != text { return original }
        return texts.first { $0.name == name }
    }
}
