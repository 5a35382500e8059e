import ExperimentsCore
import ExperimentsOperator

extension Feature {
    static let matrix = Feature(commands: [.matrix])
}

extension Command {
    static let matrix: Command = Command(
        "matrix", title: "Compare personas, or sources, key by key", in: .watching, keys: ["I"],
        twin: .command("experiments matrix --all"), whyNot: \.reasonNoMatrix,
        run: { state in state.openMatrix(state.source.persona == nil ? .sources : .personas) })
}

extension DashboardState {
    fileprivate var reasonNoMatrix: String? {
        source.persona == nil && project.sources.count < 2
            ? "the source gives all users the same values, and the project has no other" : nil
    }

    /// Opens a matrix, or says why there can be none.
    mutating func openMatrix(_ axis: MatrixAxis) -> [Effect] {
        let request = matrixRequest(axis)
        panels.push(MatrixPanel(axis, awaiting: request.number))
        if let reason = reasonNotComparing(axis) {
            return matrixEvaluated(request, .failure(MatrixRefusal(reason)))
        }
        return [.evaluateMatrix(request)]
    }

    private func reasonNotComparing(_ axis: MatrixAxis) -> String? {
        switch axis {
        case .personas: source.persona == nil ? "\(sourceName) gives all users the same values" : nil
        case .sources: project.sources.count < 2 ? "the project has one source only" : nil
        }
    }

    /// Creates a request with a new number.
    ///
    /// - Parameter asksAnew: whether sources are asked that were asked before.
    mutating func matrixRequest(_ axis: MatrixAxis, askingAnew asksAnew: Bool = true) -> MatrixRequest {
        background.matrixNumber += 1
        let sources = axis == .personas ? [project.source(named: source.name)].compactMap(\.self) : project.sources
        return MatrixRequest(
            number: background.matrixNumber, axis: axis, keys: project.keys,
            configured: source.persona?.configured ?? SourcePersona(), sources: sources,
            asksAnew: asksAnew)
    }

    /// Evaluates the matrix on the screen again, if the source or the project has changed.
    mutating func refreshMatrix(after message: Message) -> [Effect] {
        guard let panel = panels.first(MatrixPanel.self), panel.problem == nil else { return [] }
        switch message {
        case .service(.snapshotChanged, _): break
        case .sourceEvent(let name, .snapshotChanged, _) where name == source.name: break
        case .matrixEvaluated(let request, _, _) where request.number == panel.number && panel.isOutdated: break
        case .projectRead(.success, _) where panel.matrix != nil: break
        default: return []
        }
        let request = panel.isEvaluating ? nil : matrixRequest(panel.axis, askingAnew: false)
        panels.change(MatrixPanel.self) { panel in
            if let request { panel.wait(for: request.number) } else { panel.expire() }
            return true
        }
        return request.map { [.evaluateMatrix($0)] } ?? []
    }

    /// Takes a matrix, unless another one was asked for since.
    mutating func matrixEvaluated(_ request: MatrixRequest, _ answer: MatrixAnswer) -> [Effect] {
        guard let panel = panels.first(MatrixPanel.self), panel.number == request.number else { return [] }
        discard(panel)
        withPanels { panels, state in
            panels.change(MatrixPanel.self) { panel in
                panel.take(answer, state)
                return true
            }
        }
        return []
    }
}
