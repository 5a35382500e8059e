/// A part of a generated file: its declarations between two braces.
final class GeneratedBlock {
    let name: String
    private(set) var blocks: [GeneratedBlock] = []
    private(set) var cases: [(name: String, text: String)] = []
    private(set) var members: [(name: String, type: String?)] = []
    private(set) var keys: [(property: String, name: String, type: String?)] = []
    /// The types that a key's values have, by the name of the case.
    private(set) var typesOfCases: [String: String] = [:]

    private init(named name: String) { self.name = name }

    /// Reads a file. Extensions are part of the block that they are in.
    static func root(of text: String) -> GeneratedBlock {
        let root = GeneratedBlock(named: "")
        var tokens = GeneratedTokens(text)
        while tokens.next != nil { root.read(&tokens) }
        return root
    }

    func block(named name: String) -> GeneratedBlock? { blocks.first { $0.name == name } }

    /// Reads until the end of the block, and its closing brace.
    private func read(_ tokens: inout GeneratedTokens) {
        while let token = tokens.take() {
            switch token {
            case .mark("}"): return
            case .mark("{"): read(&tokens)
            case .name("enum"), .name("struct"): readType(&tokens)
            case .name("case"): readCase(&tokens)
            case .name("let"): readKey(&tokens)
            case .name("var"): readMember(&tokens)
            default: break
            }
        }
    }

    private func readType(_ tokens: inout GeneratedTokens) {
        guard let name = tokens.takeName() else { return }
        let block = GeneratedBlock(named: name)
        blocks.append(block)
        while let token = tokens.take() {
            guard token != .mark("{") else { return block.read(&tokens) }
        }
    }

    /// Reads `case a = "A"` of a declaration, or `case .a: A.self` of a `switch`.
    private func readCase(_ tokens: inout GeneratedTokens) {
        if tokens.take(.mark(".")) {
            guard let name = tokens.takeName(), tokens.take(.mark(":")), let type = tokens.takeName(),
                tokens.take(.mark(".")), tokens.take(.name("self"))
            else { return }
            typesOfCases[name] = type
        } else if let name = tokens.takeName() {
            let text = tokens.take(.mark("=")) ? tokens.takeText() : nil
            cases.append((name, text ?? name))
        }
    }

    /// Reads `a = Key("A", default: T.b)`, `a = Key("A", json: T())` or `a = Key<T?>("A", optional: .own)`.
    private func readKey(_ tokens: inout GeneratedTokens) {
        guard let property = tokens.takeName(), tokens.take(.mark("=")), tokens.take(.name("Key")) else {
            return
        }
        var type: String?
        if tokens.take(.mark("<")) {
            type = tokens.takeName()
            guard tokens.take(.mark("?")), tokens.take(.mark(">")) else { return }
        }
        guard tokens.take(.mark("(")), let name = tokens.takeText() else { return }
        if type == nil, tokens.take(.mark(",")), tokens.take(.name("default")) || tokens.take(.name("json")),
            tokens.take(.mark(":"))
        {
            type = tokens.takeName()
        }
        keys.append((property, name, type))
    }

    /// Reads `a = 1`, `a = T()` or `a: T?`.
    private func readMember(_ tokens: inout GeneratedTokens) {
        guard let name = tokens.takeName() else { return }
        var type: String?
        if tokens.take(.mark("=")) || tokens.take(.mark(":")) { type = tokens.takeName() }
        members.append((name, type))
    }
}

/// The words, texts and marks of a generated file, without comments.
struct GeneratedTokens {
    enum Token: Hashable {
        case name(String)
        case text(String)
        case mark(Unicode.Scalar)
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The token that comes next; nil at the end.
    private(set) var next: Token?

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        next = read()
    }

    mutating func take() -> Token? {
        guard let token = next else { return nil }
        next = read()
        return token
    }

    /// Takes the next token if it is this one.
    mutating func take(_ token: Token) -> Bool {
        guard next == token else { return false }
        next = read()
        return true
    }

    mutating func takeName() -> String? {
        guard case .name(let name)? = next else { return nil }
        next = read()
        return name
    }

    mutating func takeText() -> String? {
        guard case .text(let text)? = next else { return nil }
        next = read()
        return text
    }

    private mutating func read() -> Token? {
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if scalar.properties.isWhitespace { continue }
            if scalar == "/", index < scalars.count, scalars[index] == "/" {
                index = scalars[index...].firstIndex { $0 == "\n" || $0 == "\r" } ?? scalars.count
                continue
            }
            if scalar == "\"" { return .text(restOfText()) }
            if scalar == "`" {
                let name = restOfName()
                if index < scalars.count, scalars[index] == "`" { index += 1 }
                return .name(name)
            }
            guard isStart(scalar) else { return .mark(scalar) }
            return .name(String(Character(scalar)) + restOfName())
        }
        return nil
    }

    private func isStart(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isXIDStart }

    private mutating func restOfName() -> String {
        var name = String.UnicodeScalarView()
        while index < scalars.count, scalars[index] == "_" || scalars[index].properties.isXIDContinue {
            name.append(scalars[index])
            index += 1
        }
        return String(name)
    }

    /// Reads a string literal to its end; the opposite of `SwiftText.literal`.
    private mutating func restOfText() -> String {
        var text = String.UnicodeScalarView()
        while index < scalars.count, scalars[index] != "\"" {
            let scalar = scalars[index]
            index += 1
            guard scalar == "\\", index < scalars.count else {
                text.append(scalar)
                continue
            }
            let letter = scalars[index]
            index += 1
            switch letter {
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "u":
                let end = scalars[index...].firstIndex(of: "}") ?? scalars.count
                let digits = String(String.UnicodeScalarView(scalars[index..<end].drop { $0 == "{" }))
                UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { text.append($0) }
                index = min(end + 1, scalars.count)
            default: text.append(letter)
            }
        }
        index = min(index + 1, scalars.count)
        return String(text)
    }
}
