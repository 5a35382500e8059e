import ExperimentsCore
import TestSupport

/// The commands of the program, as it tells of them itself: no list in a test can forget a new one.
struct CommandDump {
    /// The words that name it; none for the program itself.
    let path: [String]
    /// What it does, in a few words.
    let abstract: String
    /// What its help says besides: the discussion, and the help of its own options and arguments.
    let helpTexts: [String]
    /// Its options with a value, as they are written.
    let options: [String]
    /// The values that an option takes, by each name of the option, where they are a list.
    let values: [String: [String]]
    /// Its flags.
    let flags: [String]
    /// The names of the words that it wants beside.
    let arguments: [String]
    /// How many words it takes beside.
    let wordCount: ClosedRange<Int>
    /// Whether it hands its words on to another program, as they are.
    let handsOn: Bool
    /// Whether it only holds others.
    let isGroup: Bool
    /// The command below it that runs if none is named.
    let defaultCommand: String?
    /// The names of its options and flags, with the short ones.
    let optionNames: Set<String>
    let flagNames: Set<String>
    /// The names of the options that take all words up to the next option.
    let listOptions: Set<String>

    /// All of them.
    static func commands() async throws -> [CommandDump] { try await all.value }

    /// Asked for once: a build for debugging takes seconds to tell.
    private static let all = Task {
        let dump = try await Workplace().run("--experimental-dump-help")
        guard let root = try dump.json().object?["command"] else { return [CommandDump]() }
        return commands(root, path: [])
    }

    private static func commands(_ dump: JSONValue, path: [String]) -> [CommandDump] {
        let subcommands = dump.object?["subcommands"]?.array ?? []
        return [CommandDump(dump, path)]
            + subcommands.flatMap { commands($0, path: path + [$0.object?["commandName"]?.string ?? ""]) }
    }

    private init(_ dump: JSONValue, _ path: [String]) {
        let arguments = (dump.object?["arguments"]?.array ?? []).compactMap(\.object)
        func names(_ kind: String) -> [String] {
            arguments.filter { $0["kind"]?.string == kind }.compactMap { argument in
                argument["preferredName"]?.object?["name"]?.string.map { "--" + $0 }
            }
        }
        func allNames(_ argument: JSONObject) -> [String] {
            (argument["names"]?.array ?? []).compactMap(\.object).compactMap { name in
                name["name"]?.string.map { (name["kind"]?.string == "short" ? "-" : "--") + $0 }
            }
        }
        func allNames(_ kind: String) -> Set<String> {
            Set(arguments.filter { $0["kind"]?.string == kind }.flatMap { allNames($0) })
        }
        self.path = path
        abstract = dump.object?["abstract"]?.string ?? ""
        helpTexts =
            [dump.object?["discussion"]?.string ?? ""] + arguments.compactMap { $0["abstract"]?.string }
        optionNames = allNames("option")
        flagNames = allNames("flag")
        let lists = arguments.filter { $0["parsingStrategy"]?.string == "upToNextOption" }
        listOptions = Set(lists.flatMap { allNames($0) })
        defaultCommand = dump.object?["defaultSubcommand"]?.string
        values = arguments.reduce(into: [:]) { values, argument in
            guard let list = argument["allValues"]?.array?.compactMap(\.string) else { return }
            for name in allNames(argument) { values[name] = list }
        }
        options = names("option")
        flags = names("flag")
        self.arguments = arguments.filter { $0["kind"]?.string == "positional" }.compactMap {
            $0["valueName"]?.string
        }
        handsOn = arguments.contains { $0["parsingStrategy"]?.string == "allRemainingInput" }
        let words = arguments.filter { $0["kind"]?.string == "positional" }
        let most = words.contains { $0["isRepeating"]?.bool == true } ? Int.max : words.count
        wordCount = words.count { $0["isOptional"]?.bool == false }...most
        isGroup = dump.object?["subcommands"]?.array?.isEmpty == false && self.arguments.isEmpty
    }
}
