import ExperimentsCore

/// The file that generated code is written to, or compared with.
public struct GeneratedFile: Sendable {
    /// The path of the file; nil for standard output.
    public var path: String?
    /// Whether the file is only compared.
    public var isChecked: Bool

    /// Creates a file.
    public init(path: String?, isChecked: Bool) {
        self.path = path
        self.isChecked = isChecked
    }

    /// Returns the content of the file; nil if there is none.
    public func content() throws -> String? {
        guard let path, let bytes = try FileBytes.readIfPresent(path) else { return nil }
        guard let text = String(validUTF8: bytes) else {
            throw FileProblem(
                path: path, message: "is not UTF-8 text", advice: "use another file with --output")
        }
        return text
    }

    /// Writes a text unless the file has it already, or compares it with the file.
    ///
    /// - Parameters:
    ///   - old: the content of the file before.
    ///   - command: the command that writes the file.
    ///   - say: prints a line to standard error.
    /// - Returns: false if the file is compared, and out of date.
    public func write(
        _ text: String, old: String?, command: String, say: (String) -> Void
    ) throws -> Bool {
        guard let path else {
            print(text, terminator: "")
            return true
        }
        guard old != text else { return true }
        if isChecked {
            let place = old.map { ":\(Self.firstDifference($0, text))" } ?? ""
            say("\(path)\(place): out of date; run `\(command) --output \(path)`")
            return false
        }
        try AtomicFile.write(Array(text.utf8), to: path)
        say("wrote \(path)")
        return true
    }

    /// Returns the first line, from 1, in which two texts differ.
    private static func firstDifference(_ one: String, _ other: String) -> Int {
        zip(one.lines, other.lines).prefix { $0 == $1 }.map { _ in 1 }.count + 1
    }
}
