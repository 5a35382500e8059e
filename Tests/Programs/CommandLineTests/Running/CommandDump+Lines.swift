import Foundation

extension [CommandDump] {
    /// Says what is wrong with a line for a shell that calls the program; nil if nothing is.
    func problem(in line: String) -> String? {
        let calls = Self.calls(in: line).compactMap { call in
            call.first == "experiments" ? Array<String>(call.dropFirst()) : nil
        }
        guard !calls.isEmpty else { return "does not call experiments" }
        return calls.lazy.compactMap(problem).first
    }

    /// Says what is wrong with the names of commands and options in a line that need not be complete; nil if nothing is.
    func nameProblem(in line: String) -> String? {
        let words = Self.calls(in: line).first?.dropFirst().map { $0 } ?? []
        guard let command = command(in: words) else { return "no such command" }
        if command.handsOn { return nil }
        let rest = words.dropFirst(command.path.count)
        // The first word after a group is the name of a command below it.
        if command.isGroup, command.defaultCommand == nil, let word = rest.first, !word.hasPrefix("-") {
            return "no command \(word)"
        }
        let (options, flags) = names(of: command)
        return rest.map { $0.prefix { $0 != "=" } }.first { word in
            word.hasPrefix("--") && !options.contains(String(word)) && !flags.contains(String(word))
        }.map { "no option \($0)" }
    }

    private func problem(of words: [String]) -> String? {
        guard let command = command(in: words) else { return "no such command" }
        if command.handsOn { return nil }
        let (options, flags) = names(of: command)
        var count = 0
        var option: String?
        var isInList = false
        for word in words.dropFirst(command.path.count) {
            if let name = option {
                if let problem = command.problem(in: word, for: name) { return problem }
                option = nil
                isInList = command.listOptions.contains(name)
            } else if isInList, !word.hasPrefix("-") {
                continue
            } else if options.contains(word) {
                option = word
            } else if flags.contains(word) {
                continue
            } else if word.hasPrefix("--") {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, options.contains(parts[0]) else { return "no option \(word)" }
                if let problem = command.problem(in: parts[1], for: parts[0]) { return problem }
            } else {
                count += 1
            }
        }
        if let option { return "\(option) has no value" }
        return executed(command).wordCount.contains(count) ? nil : "\(count) words"
    }

    /// The command that the words begin with: the one with the longest path.
    private func command(in words: [String]) -> CommandDump? {
        filter { words.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
    }

    /// The command that a call of another one runs: that itself, or its default.
    private func executed(_ command: CommandDump) -> CommandDump {
        guard let name = command.defaultCommand else { return command }
        return first { $0.path == command.path + [name] } ?? command
    }

    /// The options and the flags that a call of a command may have.
    private func names(of command: CommandDump) -> (options: Set<String>, flags: Set<String>) {
        let taken = filter { command.path.starts(with: $0.path) } + [executed(command)]
        return (Set(taken.flatMap(\.optionNames)), Set(taken.flatMap(\.flagNames)))
    }

    /// The words of each command in a line, without what is written to files, and without a comment at the end.
    private static func calls(in line: String) -> [[String]] {
        var calls: [[String]] = [[]]
        for word in words(of: line) {
            if !word.isQuoted, ["|", "||", "&&", ";"].contains(word.text) {
                calls.append([])
            } else {
                calls[calls.count - 1].append(word.text)
            }
        }
        return calls.map { Array<String>($0.prefix { $0 != ">" }) }
    }

    /// The words of a line as a shell splits them, up to a comment.
    private static func words(of line: String) -> [(text: String, isQuoted: Bool)] {
        var words: [(text: String, isQuoted: Bool)] = []
        var word: (text: String, isQuoted: Bool)?
        var quote: Character?
        for character in line {
            switch character {
            case quote: quote = nil
            case _ where quote != nil: word?.text.append(character)
            case "'", "\"":
                quote = character
                word = (word?.text ?? "", true)
            case " ":
                if let word { words.append(word) }
                word = nil
            case "#" where word == nil: return words
            default: word = ((word?.text ?? "") + String(character), word?.isQuoted ?? false)
            }
        }
        return words + [word].compactMap { $0 }
    }
}

extension CommandDump {
    /// Says what is wrong with the value of one of the command's options; nil if nothing is.
    fileprivate func problem(in value: String, for option: String) -> String? {
        guard let values = values[option] else { return nil }
        let unknown = value.split(separator: ",").first { !values.contains(String($0)) }
        return unknown.map { "\(option) does not take \($0)" }
    }
}
