import ExperimentsProject

/// The output of a program. Closing the panel stops the program.
struct CommandPanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title: String
    private let id: Int

    init(of request: CommandRequest) { (title, id) = (request.command.title, request.id) }

    private static let stop = KeyHint(.escape, "stop")

    private func run(_ state: DashboardState) -> OwnCommandsState.Run? { state.ownCommands.run(id) }

    private func isRunning(_ state: DashboardState) -> Bool { run(state).map { $0.end == nil } ?? false }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let leave = PanelAnswer.close([.send(\.ownCommands, .leave(id))])
        if typedField == nil, !text.search.isActive, state.project.keyMap.leavesPanel(press) {
            let stops = isRunning(state) && state.project.keyMap.command(for: press) != .quit
            return stops ? .stay([.send(\.ownCommands, .stop(id))]) : leave
        }
        let answer = read(press, state)
        // A key without a meaning here must not stop the program.
        guard answer.closes else { return answer }
        return isRunning(state) ? .stay() : leave
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let hints = readingHints(state.project.keyMap)
        guard isRunning(state), typedField == nil, !text.search.isActive else { return hints }
        return [Self.stop] + hints.filter { $0.word != escapeWord }
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        guard let run = run(state) else { return [] }
        var lines = run.output.lines.map { [Span($0, .popup)] }
        if run.output.leftOut > 0 {
            lines.append([Span("\(run.output.leftOut) more lines are not shown", .dim)])
        }
        return lines + [[], [status(of: run, state)]]
    }

    private func status(of run: OwnCommandsState.Run, _ state: DashboardState) -> Span {
        let time = "\(run.seconds(at: state.now)) s"
        switch run.end?.how {
        case nil: return Span("running for \(time); \(Self.stop.words("stops it"))", .live)
        case .exited(0): return Span("done after \(time)", .success)
        case let end?: return Span("\(end.problem ?? "") after \(time)", .error)
        }
    }
}
