import ArgumentParser
import ExperimentsMCP
import ExperimentsSupport

/// A program with an assistant, and how it is told of a server on this machine.
enum AssistantProgram: String, CaseIterable, ExpressibleByArgument {
    case claudeCode = "claude-code"
    case claudeDesktop = "claude-desktop"
    case codex
    case cursor
    case gemini
    case jetbrains
    case vscode
    case xcode
    case zed

    /// Returns the text of the configuration, with comments where the format has them.
    ///
    /// - Parameters:
    ///   - program: the absolute path of this program.
    ///   - project: the project file; nil to search for it in the folder that the assistant works in.
    func configuration(program: String, project: String?, permissions: [Permission]) -> String {
        var words = ["mcp"]
        for permission in permissions { words += ["--allow", permission.rawValue] }
        if let project { words += ["--config", project] }
        let entry: JSONValue = [
            "command": .string(program), "args": .array(words.map(JSONValue.string)),
        ]
        switch self {
        case .claudeCode:
            let command = (["claude", "mcp", "add", "experiments", "--", program] + words).map(
                ShellWord.quoted)
            return command.joined(separator: " ") + "\n"
        case .codex, .xcode:
            let list = words.map { JSONValue.string($0).compactText }.joined(separator: ", ")
            return """
                # \(place)
                [mcp_servers.experiments]
                command = \(JSONValue.string(program).compactText)
                args = [\(list)]

                """
        case .vscode:
            return document(["servers": ["experiments": typed(entry)]])
        case .zed:
            return document(["context_servers": ["experiments": entry]])
        case .claudeDesktop, .cursor, .gemini, .jetbrains:
            return document(["mcpServers": ["experiments": entry]])
        }
    }

    /// The file that the configuration belongs in.
    private var place: String {
        switch self {
        case .claudeCode: "run this command in the project's folder"
        case .claudeDesktop: "claude_desktop_config.json"
        case .codex: ".codex/config.toml in the project, or ~/.codex/config.toml"
        case .cursor: ".cursor/mcp.json"
        case .gemini: ".gemini/settings.json"
        case .jetbrains: ".junie/mcp/mcp.json"
        case .vscode: ".vscode/mcp.json"
        case .xcode: ".codex/config.toml in the project"
        case .zed: "settings.json of Zed"
        }
    }

    private func typed(_ entry: JSONValue) -> JSONValue {
        var object = JSONObject()
        object["type"] = "stdio"
        for member in entry.object?.members ?? [] { object[member.name] = member.value }
        return .object(object)
    }

    private func document(_ json: JSONValue) -> String {
        String(decoding: json.prettyBytes, as: UTF8.self)
    }
}
