import ExperimentsCore

/// The format in which the differences between two values are written to a file.
package enum DifferenceFormat: Sendable, Hashable {
    /// The format of `diff -u`.
    case unified
    /// A JSON Patch (RFC 6902), from the first to the second value.
    case jsonPatch

    /// Creates the format for the extension of a file's name; nil for another one.
    package init?(path: String) {
        switch path.cut(atLast: ".")?.after.lowercased() {
        case "json": self = .jsonPatch
        case "diff", "patch": self = .unified
        default: return nil
        }
    }

    /// The endings there are, in words.
    package static let endings = ".json for a JSON Patch, .diff or .patch for a unified diff"

    /// The content of such a file, in words.
    package var words: String { self == .unified ? "the diff" : "the JSON Patch" }
}

extension ComparedValues.Rest {
    /// Returns the differences in a format; nil if the values do not have that format.
    package func text(in format: DifferenceFormat) -> String? {
        switch format {
        case .unified: unified
        case .jsonPatch: patch.map { $0 + "\n" }
        }
    }
}
