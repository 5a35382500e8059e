import ExperimentsCore
import ExperimentsYAML

/// The position of the keys, or of another list at the top level, in the text of a project file.
struct KeysSection {
    /// The form of `keys:`.
    enum Form {
        /// There is no such section.
        case absent
        /// `keys: []`, or nothing after the colon.
        case empty(line: Int)
        /// A list, with each item on a line or more.
        case list
    }

    let lines: ProjectTextLines
    let form: Form
    /// The names of the keys, in order; for another list, the keys that its items name.
    let names: [String]
    /// The lines of each item, from its dash to the last line that is part of it.
    private(set) var items: [Range<Int>] = []
    /// The indentation of the dashes.
    private(set) var dashColumn = 2
    /// The indentation of the last item's fields.
    private(set) var fieldColumn = 4

    /// - Parameters:
    ///   - root: the parsed text.
    ///   - field: the name of the list.
    ///   - name: the field of an item that names a key.
    /// - Throws: ``ProjectEditProblem`` if the keys are written in a way that cannot be changed line by line.
    init(
        _ text: String, _ root: YAMLNode?, field: String = "keys", name: String = "name"
    ) throws(ProjectEditProblem) {
        lines = ProjectTextLines(text)
        let pairs = root?.pairs ?? []
        guard let place = pairs.firstIndex(where: { $0.key.text == field }) else {
            guard pairs.first.map({ $0.key.column == 1 }) ?? true else {
                throw ProjectEditProblem(.unusualForm("its fields are indented"), at: pairs.first?.key)
            }
            (form, names) = (.absent, [])
            return
        }
        let pair = pairs[place]
        let line = pair.key.line - 1
        guard lines.lines.indices.contains(line),
            pair.key.column == lines.indentation(of: line) + 1 || line == 0
        else {
            throw ProjectEditProblem(.unusualForm("`\(field)` is not at the start of its line"), at: pair.key)
        }
        let nodes = pair.value.items ?? []
        names = nodes.map { $0[name]?.text ?? "" }
        if nodes.isEmpty {
            guard pair.value.isNull || pair.value.items != nil, Self.isEmptyList(lines.content(of: line))
            else {
                throw ProjectEditProblem(.unusualForm("`\(field)` is not a list"), at: pair.key)
            }
            form = .empty(line: line)
            dashColumn = lines.indentation(of: line) + 2
            fieldColumn = dashColumn + 2
            return
        }
        form = .list
        guard Self.valueText(lines.content(of: line))?.isEmpty == true else {
            throw ProjectEditProblem(
                .unusualForm("its \(field) are written between brackets, or have an anchor"), at: pair.key)
        }
        let next = place + 1 < pairs.count ? pairs[place + 1].key.line - 1 : lines.lines.count
        try findItems(nodes, in: line + 1..<max(line + 1, next))
    }

    /// Returns the text after the colon of a line that begins with `keys`, without a comment; nil if it cannot be
    /// determined.
    static func valueText(_ content: Substring.UTF8View) -> String? {
        let text = String(Substring(content))
        guard let (_, after) = text.cut(atFirst: ":") else { return nil }
        let value = after.drop { $0 == " " || $0 == "\t" }
        return value.hasScalarPrefix("#")
            ? "" : String(value.prefix { $0 != "#" }.reversed().drop { $0 == " " }.reversed())
    }

    private static func isEmptyList(_ content: Substring.UTF8View) -> Bool {
        valueText(content).map { $0.isEmpty || $0 == "[]" } ?? false
    }

    /// Finds the dashes, one for each node. A node's own place is not that of its dash; for an alias, it is not even in
    /// the list.
    private mutating func findItems(_ nodes: [YAMLNode], in range: Range<Int>) throws(ProjectEditProblem) {
        guard let first = range.first(where: { !lines.isSilent($0) }), lines.isItem(first) else {
            throw ProjectEditProblem(.unusualForm("its keys are not a plain list"), at: nodes.first)
        }
        dashColumn = lines.indentation(of: first)
        let dashes = range.filter {
            lines.isItem($0) && lines.indentation(of: $0) == dashColumn
        }
        let isPlain =
            dashes.count == nodes.count
            && zip(dashes.indices, nodes).allSatisfy { index, node in
                let end = index + 1 < dashes.count ? dashes[index + 1] : range.upperBound
                return (dashes[index]..<end).contains(node.line - 1)
            }
        guard isPlain else {
            throw ProjectEditProblem(
                .unusualForm("a key is an alias, or written in an unusual way"), at: nodes.first)
        }
        items = dashes.indices.map { index in
            let end = index + 1 < dashes.count ? dashes[index + 1] : range.upperBound
            return dashes[index]..<endOfItem(from: dashes[index], before: end)
        }
        if let last = dashes.last, let node = nodes.last, node.line - 1 == last {
            fieldColumn = max(dashColumn + 2, node.column - 1)
        } else {
            fieldColumn = dashColumn + 2
        }
        if fieldColumn > dashColumn + 8 { fieldColumn = dashColumn + 2 }
    }

    /// Returns the line after an item: the lines indented deeper than its dash belong to it. Comments after a blank
    /// line may belong to something else, so they are not included.
    private func endOfItem(from dash: Int, before end: Int) -> Int {
        var last = dash
        var isAfterBlank = false
        // The indentation of a text over several lines (`|`, `>`). In it, a line that looks like a comment is text.
        var text = lines.opensText(dash) ? dashColumn : nil
        for line in dash + 1..<max(dash + 1, end) {
            if lines.isBlank(line) {
                isAfterBlank = true
                continue
            }
            let indentation = lines.indentation(of: line)
            if let start = text, indentation <= start { text = nil }
            let isComment = text == nil && lines.isSilent(line)
            if isComment, isAfterBlank || indentation <= dashColumn {
                isAfterBlank = true
                continue
            }
            guard indentation > dashColumn else { break }
            last = line
            isAfterBlank = false
            if text == nil, lines.opensText(line) { text = indentation }
        }
        return last + 1
    }
}

/// The text of a project file as lines with their line ends, so that joining them restores the text.
struct ProjectTextLines {
    /// The lines, each with its line feed as far as it has one.
    private(set) var lines: [Substring.UTF8View]
    /// The line ends of the file.
    let lineEnd: String

    init(_ text: String) {
        lines = []
        var start = text.utf8.startIndex
        while start < text.utf8.endIndex {
            let end = text.utf8[start...].firstIndex(of: .lineFeed).map { text.utf8.index(after: $0) }
            lines.append(text[start..<(end ?? text.utf8.endIndex)].utf8)
            start = end ?? text.utf8.endIndex
        }
        lineEnd =
            lines.first.map { $0.suffix(2).elementsEqual([.carriageReturn, .lineFeed]) } == true
            ? "\r\n" : "\n"
    }

    /// Whether the last line has a line end.
    var endsLines: Bool { lines.last?.last.map { $0 == .lineFeed } ?? true }

    /// Returns the indentation of a line.
    func indentation(of line: Int) -> Int { lines[line].prefix { $0 == .blank }.count }

    /// Returns the content of a line, without indentation and line end.
    func content(of line: Int) -> Substring.UTF8View {
        var content = lines[line].drop { $0 == .blank }
        while let last = content.last, last == .lineFeed || last == .carriageReturn || last == .blank {
            content.removeLast()
        }
        return content
    }

    /// Whether a line is blank.
    func isBlank(_ line: Int) -> Bool { content(of: line).allSatisfy { $0 == .tab } }

    /// Whether a line is blank, or only a comment.
    func isSilent(_ line: Int) -> Bool { isBlank(line) || content(of: line).first == UInt8(ascii: "#") }

    /// Whether a line begins an item of a list.
    func isItem(_ line: Int) -> Bool {
        let content = content(of: line)
        guard content.first == UInt8(ascii: "-") else { return false }
        return content.dropFirst().first.map { $0 == .blank } ?? true
    }

    /// Whether a text over several lines begins behind a line: `description: |`.
    func opensText(_ line: Int) -> Bool {
        guard !isSilent(line) else { return false }
        var content = content(of: line)
        // Behind the mark there may be a comment.
        while let hash = content.lastIndex(of: UInt8(ascii: "#")), hash > content.startIndex,
            content[content.index(before: hash)] == .blank
        { content = content[..<hash] }
        let word = content.split(separator: .blank).last ?? content
        guard let first = word.first, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") else {
            return false
        }
        return word.dropFirst().allSatisfy { $0.isASCIIDigit || "+-".utf8.contains($0) }
    }

    /// Returns the text of some lines.
    func text(_ range: Range<Int>) -> String {
        lines[range].reduce(into: "") { $0 += String(Substring($1)) }
    }
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
    fileprivate static let blank = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
}

extension String {
    /// The text without the line feed at its end, if it has one, and the carriage return before it.
    package var withoutLastLineEnd: String {
        let bytes = utf8
        if bytes.suffix(2).elementsEqual("\r\n".utf8) { return String(Substring(bytes.dropLast(2))) }
        return bytes.last == .lineFeed ? String(Substring(bytes.dropLast())) : self
    }
}
