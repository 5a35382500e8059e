import ExperimentsSupport
import Yams

extension YAMLProblem {
    /// libyaml's words for a tab outside a block scalar. The first ones are for other characters, too.
    static let ofTabs = [
        "found character that cannot start any token", "found a tab character that violates indentation",
    ]

    /// Creates the problem for a mistake that Yams found, with a message that explains how to correct it.
    init(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            self.init(problem, context: context, mark: mark, text: text)
        case .reader(let problem, _, _, _), .writer(let problem), .emitter(let problem),
            .representer(let problem):
            self.init(problem, line: 1, column: 1)
        case .no, .memory, .dataCouldNotBeDecoded, .duplicatedKeysInMapping:
            self.init("cannot be read as YAML: \(error)", line: 1, column: 1)
        }
    }

    private init(_ problem: String, context: YamlError.Context?, mark: Mark, text: String) {
        // libyaml gives the start of the construct in the context, and the position at which it stopped in the mark.
        // The relevant position is sometimes the first and sometimes the second.
        let start = context?.mark ?? mark
        func at(_ mark: Mark, _ message: String) -> YAMLProblem {
            YAMLProblem(message, line: max(1, mark.line), column: max(1, mark.column))
        }
        let opened = "\(start.line):\(start.column)"
        switch problem {
        case "found character that cannot start any token":
            let message =
                switch Self.scalar(at: mark, in: text) {
                case "\t": "a tab cannot indent or separate YAML; use spaces"
                case let scalar?: Self.cannotStart(with: scalar)
                case nil: "text cannot start here"
                }
            self = at(mark, message)
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            self = at(mark, "a tab cannot indent YAML; use spaces")
        case "mapping values are not allowed in this context":
            self = at(mark, "unexpected ':'; put the text before it in quotes or check the indentation")
        case "block sequence entries are not allowed in this context":
            self = at(mark, "unexpected '-'; a list starts on a line of its own")
        case "mapping keys are not allowed in this context":
            self = at(mark, "unexpected '?'; put the text in quotes")
        case "did not find expected key":
            self = at(
                mark, "expected another key of the mapping at \(opened); check the indentation and the quotes"
            )
        case "did not find expected '-' indicator":
            self = at(mark, "expected another '- ' item of the list at \(opened); check the indentation")
        case "could not find expected ':'":
            self = at(start, "expected ':' and a value after this key")
        case "found unexpected end of stream":
            self = at(start, "the quote that opens here is never closed")
        case "found unexpected document indicator":
            self = at(start, "the quote that opens here is not closed before the end of the document")
        case "did not find expected ',' or ']'":
            self = at(mark, "expected ',' or ']' in the list that opens at \(opened)")
        case "did not find expected ',' or '}'":
            self = at(mark, "expected ',' or '}' in the mapping that opens at \(opened)")
        case "did not find expected node content":
            self = at(mark, "expected a value")
        case "did not find expected <document start>":
            let isSecond = text.lines.prefix(mark.line - 1).contains { $0.utf8.starts(with: "...".utf8) }
            self = at(
                mark,
                isSecond
                    ? "a second document starts here; a file can have only one"
                    : "expected the end of the file; check the indentation")
        case "but found another document":
            self = at(mark, "a second document starts here; a file can have only one")
        case "found undefined alias":
            self = at(mark, "this alias names no anchor (`&name`) above it")
        case "found unknown escape character":
            self = at(
                mark, "unknown escape in double quotes; write '\\\\' for a backslash or use single quotes")
        case "found invalid Unicode character escape code":
            self = at(mark, "invalid escape; write the character itself, or one such as \\U0001F600")
        case "found unexpected ':'":
            self = at(mark, "expected a space after ':', or the text in quotes")
        case "did not find expected alphabetic or numeric character":
            let isName = Self.scalar(at: mark, in: text).map {
                !$0.properties.isWhitespace && !",]}".contains(scalar: $0)
            }
            let sign = Self.scalar(at: start, in: text) ?? "&"
            self =
                isName ?? false
                ? at(mark, "the name of an anchor has letters, digits, - and _ only")
                : at(start, Self.cannotStart(with: sign))
        case "did not find expected comment or line break", "did not find expected whitespace or line break":
            self = at(start, Self.cannotStart(with: Self.scalar(at: start, in: text) ?? "!"))
        case let problem where problem.hasPrefix("Maximum nesting level reached"):
            self = at(mark, "nested deeper than \(ComposedDocument.deepest) levels")
        case _
        where problem == "found incompatible YAML document" || (context?.text ?? "").contains("directive"):
            self = at(start, "this directive is unknown; remove the line that begins with %")
        default:
            self = at(mark, [problem, context?.text].compactMap(\.self).joined(separator: " "))
        }
    }

    private static func cannotStart(with scalar: Unicode.Scalar) -> String {
        "text cannot start with \"\(scalar)\"; put it in quotes"
    }

    private static func scalar(at mark: Mark, in text: String) -> Unicode.Scalar? {
        let lines = text.lines
        guard mark.line >= 1, mark.line <= lines.count, mark.column >= 1 else { return nil }
        return lines[mark.line - 1].unicodeScalars.dropFirst(mark.column - 1).first
    }
}
