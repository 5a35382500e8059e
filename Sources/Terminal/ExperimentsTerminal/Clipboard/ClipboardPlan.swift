#if os(macOS) || !canImport(Darwin)
import ExperimentsDashboard
import ExperimentsSupport
import Foundation
import ExperimentsNcurses

/// The ways to copy a text in an environment: tmux's own buffer, which tmux passes on if its settings allow it; the
/// desktop's program, if the user sits at this machine; and the terminal, which never says whether it accepted the
/// text.
struct ClipboardPlan: Hashable {
    /// A place, and the programs that put a text there. One that succeeds is enough.
    struct Way: Hashable {
        let place: CopyOutcome.Place
        let commands: [ClipboardCommand]
    }

    /// The programs that report whether they accepted the text.
    private(set) var programs: [Way] = []
    /// Whether to use the terminal too, which may be on another machine. Inside tmux, tmux does that.
    let asksTerminal: Bool

    /// - Parameters:
    ///   - choice: the ways that the user allows.
    ///   - isProgram: whether there is a program at a path.
    init(
        for text: String, by choice: ClipboardChoice = .auto, environment: [String: String],
        isProgram: (String) -> Bool = { FileManager.default.isExecutableFile(atPath: $0) }
    ) {
        guard choice != .terminal else {
            asksTerminal = text.utf8.count <= Terminal.clipboardLimit
            return
        }
        let folders = (environment["PATH"] ?? "").split(scalar: ":")
        func path(_ name: String) -> String? { folders.map { "\($0)/\(name)" }.first(where: isProgram) }
        if Multiplexer.isTmux(environment), let tmux = path("tmux") {
            // tmux before 3.2 has no `-w`, which passes the text on to the terminal.
            let choices = [["load-buffer", "-w", "-"], ["load-buffer", "-"]]
            programs.append(
                Way(place: .tmux, commands: choices.map { ClipboardCommand(path: tmux, arguments: $0) }))
        }
        let tools = Self.tools(environment).compactMap { tool in
            path(tool[0]).map { ClipboardCommand(path: $0, arguments: Array(tool.dropFirst())) }
        }
        if !tools.isEmpty { programs.append(Way(place: .desktop, commands: tools)) }
        asksTerminal =
            choice == .auto && programs.first?.place != .tmux && text.utf8.count <= Terminal.clipboardLimit
    }

    /// Runs the steps that are known to succeed or fail.
    ///
    /// - Parameter run: passes the text to a program, and returns whether the program accepted it.
    /// - Returns: the places that the text was copied to.
    func places(_ run: (ClipboardCommand) -> Bool) -> [CopyOutcome.Place] {
        programs.filter { $0.commands.contains(where: run) }.map(\.place)
    }

    /// The programs for the desktop's display. Over ssh, that would be the display of another machine.
    private static func tools(_ environment: [String: String]) -> [[String]] {
        func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }
        guard !has("SSH_CONNECTION"), !has("SSH_TTY") else { return [] }
        var tools: [[String]] = [["pbcopy"]]
        if has("WAYLAND_DISPLAY") { tools.append(["wl-copy"]) }
        if has("DISPLAY") {
            tools += [["xclip", "-selection", "clipboard", "-in"], ["xsel", "--clipboard", "--input"]]
        }
        return tools
    }
}
#endif
