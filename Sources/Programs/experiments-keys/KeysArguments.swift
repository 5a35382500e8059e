#if GenerateKeys || Tools
import ExperimentsKeyGeneration
import ExperimentsSupport

/// The arguments: some of the options of `experiments generate swift`.
enum KeysArguments {
    private static let names = ["--from", "--output", "--check", "--style", "--name", "--access"]

    /// Returns what the arguments ask for.
    static func request(_ arguments: [String]) throws(KeysProblem) -> KeyCodeRequest {
        var request = KeyCodeRequest(source: nil, file: GeneratedFile(path: nil, isChecked: false))
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let parts = word.cut(atFirst: "=")
            let name = parts.map { String($0.before) } ?? word
            func value() throws(KeysProblem) -> String {
                if let parts { return String(parts.after) }
                guard let value = rest.popFirst() else { throw KeysProblem("missing value for \(name)") }
                return value
            }
            switch name {
            case "--from": request.source = try value()
            case "--output", "-o": request.file.path = try value()
            case "--check": request.file.isChecked = true
            case "--style": request.style = try choice(name, try value())
            case "--access": request.access = try choice(name, try value())
            case "--name": request.name = try value()
            case "--deprecate":
                throw KeysProblem(
                    "--deprecate reads Swift code, which this program does not",
                    advice: "use `experiments generate swift --deprecate`")
            default: throw unknown(name)
            }
        }
        if request.file.isChecked, request.file.path == nil {
            throw KeysProblem("--check requires --output, the file to check")
        }
        guard request.hasValidName else {
            throw KeysProblem(
                "invalid --name \(Quotation.of(request.name)): expected the name of a type, such as AppKey")
        }
        return request
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ text: String
    ) throws(KeysProblem) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        throw KeysProblem("invalid \(name) \(Quotation.of(text)): expected \(DocumentWords.one(of: words))")
    }

    private static func unknown(_ name: String) -> KeysProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names)
        return KeysProblem(
            "unknown option \(Quotation.of(name))",
            advice: near.map { "did you mean \($0)?" } ?? names.joined(separator: ", "))
    }
}

/// A mistake in the arguments.
struct KeysProblem: OperatorError {
    let message: String
    let advice: String?

    init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }
}
#endif
