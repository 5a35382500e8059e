import ExperimentsSupport

/// Lines of code, with their indentation.
struct CodeLines {
    private(set) var lines: [String] = []
    private var level = 0

    mutating func add(_ lines: String...) { add(lines) }

    mutating func add(_ lines: [String]) {
        self.lines += lines.map { $0.isEmpty ? "" : String(repeating: "    ", count: level) + $0 }
    }

    /// Adds a declaration with a body: `head {`, what `body` adds, and `}`.
    mutating func block(_ head: String, _ body: (inout CodeLines) -> Void) {
        add(head + " {")
        level += 1
        body(&self)
        level -= 1
        add("}")
    }

    /// Adds an empty line, unless a block has just begun.
    mutating func space() {
        guard let last = lines.last, !last.isEmpty, !last.hasScalarSuffix("{") else { return }
        lines.append("")
    }
}
