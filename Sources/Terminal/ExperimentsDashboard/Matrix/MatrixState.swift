import ExperimentsCore
import ExperimentsOperator

/// The values of keys for several personas, or at several sources. The matrix itself is the panel's.
struct MatrixState: Feature {
    enum Message: Sendable {
        /// Open a matrix, or say why there can be none.
        case open(MatrixAxis)
        /// Evaluate the one on the screen again, and ask sources anew.
        case evaluateAgain
        /// The source has other values.
        case valuesChanged
        /// The project file was read again.
        case projectChanged
        /// The values of keys for several personas, or at several sources.
        case evaluated(MatrixRequest, MatrixAnswer)
    }

    static let commands: [Command] = [.matrix]

    /// Tells the matrix that is wanted from earlier ones.
    private var number = 0

    mutating func update(_ message: Message, in context: Context) -> [Effect] {
        switch message {
        case .open(let axis):
            let request = request(axis, context)
            let opening = Effect.open(MatrixPanel(axis, awaiting: request.number))
            guard let reason = reasonNotComparing(axis, context) else { return [opening, .evaluateMatrix(request)] }
            return [opening, .send(\.matrix, .evaluated(request, .failure(MatrixRefusal(reason))))]
        case .evaluateAgain:
            guard let panel = context.panel(MatrixPanel.self) else { return [] }
            return evaluate(panel.axis, askingAnew: true, context)
        case .projectChanged:
            return context.panel(MatrixPanel.self)?.matrix == nil ? [] : [.send(\.matrix, .valuesChanged)]
        case .valuesChanged:
            guard let panel = context.panel(MatrixPanel.self), panel.problem == nil else { return [] }
            guard panel.isEvaluating else { return evaluate(panel.axis, askingAnew: false, context) }
            return [
                .tell(MatrixPanel.self) { panel in
                    panel.expire()
                }
            ]
        case .evaluated(let request, let answer):
            guard let panel = context.panel(MatrixPanel.self), panel.number == request.number else { return [] }
            let taking = Effect.tell(MatrixPanel.self) { panel, state in
                panel.take(answer, state)
            }
            return context.discarding(panel) + [taking] + (panel.isOutdated ? [.send(\.matrix, .valuesChanged)] : [])
        }
    }

    private mutating func evaluate(_ axis: MatrixAxis, askingAnew: Bool, _ context: Context) -> [Effect] {
        let request = request(axis, askingAnew: askingAnew, context)
        let waiting = Effect.tell(MatrixPanel.self) { panel in
            panel.wait(for: request.number)
        }
        return [waiting, .evaluateMatrix(request)]
    }

    /// Creates a request with a new number.
    ///
    /// - Parameter asksAnew: whether sources are asked that were asked before.
    private mutating func request(
        _ axis: MatrixAxis, askingAnew asksAnew: Bool = true, _ context: Context
    ) -> MatrixRequest {
        number += 1
        let (project, source) = (context.project, context.source)
        let sources = axis == .personas ? [project.source(named: source.name)].compactMap(\.self) : project.sources
        return MatrixRequest(
            number: number, axis: axis, keys: project.keys, configured: source.persona?.configured ?? SourcePersona(),
            sources: sources, asksAnew: asksAnew)
    }

    private func reasonNotComparing(_ axis: MatrixAxis, _ context: Context) -> String? {
        switch axis {
        case .personas:
            context.source.persona == nil ? "\(context.sourceName) gives all users the same values" : nil
        case .sources: context.project.sources.count < 2 ? "the project has one source only" : nil
        }
    }
}

extension Command {
    static let matrix: Command = Command(
        "matrix", title: "Compare personas, or sources, key by key", in: .watching, keys: ["I"],
        twin: .command("experiments matrix --all"),
        whyNot: { state in
            state.source.persona == nil && state.project.sources.count < 2
                ? "the source gives all users the same values, and the project has no other" : nil
        },
        run: { [.send(\.matrix, .open($0.source.persona == nil ? .sources : .personas))] })
}
