import ExperimentsCore
import ExperimentsYAML

/// Reads `commands:`, from a project file or the settings of a user.
struct CommandsReader {
    static let fields = ["key", "title", "run", "shell", "where", "output", "confirm"]
    private static let reserved = ["row", "anywhere"]

    /// The path of the file, as messages show it.
    let file: String
    /// Whether it is the file of the user's settings.
    var isUsersOwn = false
    let vocabulary: ProjectVocabulary

    func read(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [ProjectCommand] {
        if node.isNull { return [] }
        guard let pairs = node.pairs else {
            decoder.expected(
                "commands by name, such as blame: {key: ctrl-b, run: [git, blame, \"{file}\"]}",
                at: "commands", found: node)
            return []
        }
        decoder.enter("commands")
        defer { decoder.leave() }
        return pairs.compactMap { pair in
            guard let name = readName(pair.key, &decoder) else { return nil }
            decoder.enter(name)
            defer { decoder.leave() }
            return command(name, pair.key, pair.value, &decoder)
        }
    }

    private func readName(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        let isWord = node.text?.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let name = node.text, !name.isEmpty, isWord == true, name.utf8.count <= 60 else {
            return decoder.expected(
                "a name of lower-case letters, digits and hyphens, such as open-ticket", at: node.text,
                found: node)
        }
        if vocabulary.actions?.contains(name) == true {
            decoder.note(
                "\"\(name)\" is the name of a command of the dashboard; give yours another name", at: node,
                .member(name))
            return nil
        }
        return name
    }

    private func command(
        _ name: String, _ place: YAMLNode, _ node: YAMLNode, _ decoder: inout ProjectDecoder
    ) -> ProjectCommand? {
        guard
            let record = decoder.record(node, fields: Self.fields, expected: "fields such as `key` and `run`")
        else {
            return nil
        }
        let isShell = decoder.truth("shell", of: record) ?? false
        let keys = record["key"].map { readKeys($0, &decoder) } ?? []
        let title = decoder.line("title", of: record)
        let output = record["output"].flatMap { node in
            decoder.word(
                node, at: "output", among: ProjectCommand.Output.allCases.map(\.rawValue),
                ProjectCommand.Output.init(rawValue:))
        }
        let confirms = decoder.truth("confirm", of: record) ?? false
        let wanted = record["where"].flatMap { readPlace($0, &decoder) }
        guard let run = decoder.required("run", of: record),
            let program = isShell ? readShell(run, &decoder) : readWords(run, &decoder)
        else { return nil }
        var command = ProjectCommand(
            name: name, title: title ?? Self.title(of: name), keys: keys, program: program,
            output: output ?? .panel, confirms: confirms,
            declaredAt: place.location.map { "\(file):\($0.line)" } ?? file, isUsersOwn: isUsersOwn)
        let needsRow = command.facts.contains(where: \.isOfRow)
        command.place = wanted ?? (needsRow ? .row : .anywhere)
        if needsRow, wanted == .anywhere, let fact = command.facts.first(where: \.isOfRow) {
            decoder.refuse(
                "is \"anywhere\", but the command uses the \(fact.rawValue), which only a key has: write row",
                at: "where", record["where"])
        }
        return command
    }

    /// Returns the title of a command without one: `Open ticket` for `open-ticket`.
    private static func title(of name: String) -> String {
        let words = name.split(scalar: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private func readKeys(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [String] {
        (node.items ?? [node]).compactMap { item in
            // `~` is null to YAML and a key to a keyboard.
            guard let text = item.text, !text.isEmpty, vocabulary.isKey(text) else {
                return decoder.expected("keys such as F5, ctrl-t or alt-b", at: "key", found: item)
            }
            return text
        }
    }

    private func readPlace(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> ProjectCommand.Place? {
        if node.items == nil, node.text == "row" { return .row }
        if node.items == nil, node.text == "anywhere" { return .anywhere }
        let screens = vocabulary.screens
        let names = (node.items ?? [node]).compactMap { item -> String? in
            decoder.word(item, at: "where", among: Self.reserved + (screens ?? [])) { text in
                screens?.contains(text) ?? true ? text : nil
            }
        }
        return names.isEmpty ? nil : .screens(names)
    }

    private func readShell(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> ProjectCommand.Program? {
        let words = "a string for the shell, such as git log -S \"$EXPERIMENTS_KEY\""
        guard node.items == nil, let text = decoder.text(node, at: "run", expected: words) else {
            if node.items != nil { decoder.expected(words, at: "run", found: node) }
            return nil
        }
        guard !text.isEmpty, !text.utf8.contains(0) else {
            return decoder.refuse("must not be empty or contain a NUL byte", at: "run", node)
        }
        if let fact = CommandWord(text).facts.first {
            return decoder.refuse(
                "has {\(fact.rawValue)}, which a shell would read as code: use \"$\(fact.variable)\"",
                at: "run", node)
        }
        return .shell(text)
    }

    private func readWords(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> ProjectCommand.Program? {
        let expected =
            "a program with its arguments, such as [git, log, \"{key}\"], or a string with shell: true"
        guard let items = node.items ?? (node.text.map { !$0.contains(scalar: " ") } == true ? [node] : nil),
            !items.isEmpty
        else { return decoder.expected(expected, at: "run", found: node) }
        var words: [CommandWord] = []
        for item in items {
            guard let text = decoder.text(item, at: "run", expected: expected) else { return nil }
            guard !text.utf8.contains(0) else {
                return decoder.refuse("must not contain a NUL byte", at: "run", item)
            }
            let word = CommandWord(text)
            if let doubt = word.doubts.first {
                return decoder.refuse(
                    "has {\(doubt.word)} (did you mean {\(doubt.meant.rawValue)}?); write {{\(doubt.word)}} for the text",
                    at: "run", item)
            }
            words.append(word)
        }
        guard let program = words.first, program.facts.isEmpty, !program.text([:]).isEmpty else {
            return decoder.refuse(
                "must begin with the name of a program, without placeholders", at: "run", items.first)
        }
        return .words(words)
    }
}
