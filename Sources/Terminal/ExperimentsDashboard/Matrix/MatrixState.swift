import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The values of keys for several personas, or at several sources. The panel has the matrix.
struct MatrixState: Feature {
    enum Message: Sendable {
        /// Open a matrix, or report why there is none.
        case open(MatrixAxis)
        /// Evaluate the current matrix again, and request new values from the sources.
        case evaluateAgain
        /// The values of the source have changed.
        case valuesChanged
        /// The project file was read again.
        case projectChanged
        /// The values of keys for several personas, or at several sources.
        case evaluated(MatrixRequest, MatrixAnswer)
    }

    static let commands: [Command] = [.matrix]

    /// The number of the current matrix. It tells answers to earlier requests apart.
    private var number = 0

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .open(let axis):
            let request = request(axis, context)
            let opening = Effect.open(MatrixPanel(axis, awaiting: request.number))
            guard let reason = reasonNotComparing(axis, context) else {
                return [opening, .evaluateMatrix(request)]
            }
            return [opening, .send(\.matrix, .evaluated(request, .failure(MessageError(reason))))]
        case .evaluateAgain:
            guard let panel = context.panels.first(MatrixPanel.self) else { return [] }
            return evaluate(panel.axis, askingAnew: true, context)
        case .projectChanged:
            return context.panels.first(MatrixPanel.self)?.matrix == nil
                ? [] : [.send(\.matrix, .valuesChanged)]
        case .valuesChanged:
            guard let panel = context.panels.first(MatrixPanel.self), panel.problem == nil else { return [] }
            guard panel.isEvaluating else { return evaluate(panel.axis, askingAnew: false, context) }
            return [.tell(MatrixPanel.self) { $0.expire() }]
        case .evaluated(let request, let answer) where request.number == ElsewhereState.requestNumber:
            return request.keys.first.map { [.send(\.elsewhere, .evaluated(answer, of: $0.name))] } ?? []
        case .evaluated(let request, let answer):
            guard let panel = context.panels.first(MatrixPanel.self), panel.number == request.number else {
                return []
            }
            let taking = Effect.tell(MatrixPanel.self) { $0.take(answer, $1) }
            return [.discardIfLarge(panel), taking]
                + (panel.isOutdated ? [.send(\.matrix, .valuesChanged)] : [])
        }
    }

    private mutating func evaluate(_ axis: MatrixAxis, askingAnew: Bool, _ context: DashboardState)
        -> [Effect]
    {
        let request = request(axis, askingAnew: askingAnew, context)
        let waiting = Effect.tell(MatrixPanel.self) { $0.wait(for: request.number) }
        return [waiting, .evaluateMatrix(request)]
    }

    /// Creates a request with a new number.
    ///
    /// - Parameter asksAnew: whether to ask again those sources that have answered before.
    private mutating func request(
        _ axis: MatrixAxis, askingAnew asksAnew: Bool = true, _ context: DashboardState
    ) -> MatrixRequest {
        number += 1
        let (project, source) = (context.project, context.source)
        let sources =
            axis == .personas ? [project.source(named: source.name)].compactMap(\.self) : project.sources
        return MatrixRequest(
            number: number, axis: axis, keys: project.keys,
            configured: source.persona?.configured ?? SourcePersona(),
            sources: sources, asksAnew: asksAnew)
    }

    private func reasonNotComparing(_ axis: MatrixAxis, _ context: DashboardState) -> String? {
        switch axis {
        case .personas:
            context.source.persona == nil ? "\(context.sourceName) has no per-user values" : nil
        case .sources: context.project.sources.count < 2 ? "only one source" : nil
        }
    }
}

extension Command {
    static let matrix: Command = Command(
        "matrix", title: "Compare values across personas or sources", in: .watching, keys: ["I"],
        footer: FooterPlace("matrix", at: .sources(3)) { $0.reasonDisabled(.matrix) == nil },
        shell: "experiments matrix --all",
        whyNot: { state in
            state.source.persona == nil && state.project.sources.count < 2
                ? "only one source, and it has no per-user values" : nil
        },
        run: { [.send(\.matrix, .open($0.source.persona == nil ? .sources : .personas))] })
}

/// The columns of a matrix: personas or sources.
package enum MatrixAxis: Sendable, Hashable {
    /// The personas of the project at the current source.
    case personas
    /// The sources of the project.
    case sources

    var other: MatrixAxis { self == .personas ? .sources : .personas }
    var word: String { self == .personas ? "personas" : "sources" }
}

/// A request for the values of keys for several personas, or at several sources.
package struct MatrixRequest: Sendable {
    /// The number of the request.
    let number: Int
    /// The columns: personas or sources.
    package let axis: MatrixAxis
    /// The keys.
    let keys: [CatalogKey]
    /// The configured persona of the source.
    let configured: SourcePersona
    /// The sources; for personas only the current one.
    let sources: [DashboardSource]
    /// Whether to ask again those sources that have answered before. Otherwise their earlier answers are used.
    let asksAnew: Bool
}

/// The answer to a request.
package typealias MatrixAnswer = Result<ValueMatrix, MessageError>

/// Determines the values of keys for several personas, or at several sources.
package struct MatrixEvaluator: Sendable {
    /// The service of the current source.
    let service: RemoteConfigService
    /// The personas of the project.
    let personas: PersonaLibrary?
    /// Opens a source, by name, that can be fetched for any persona.
    let apart: @Sendable (String) throws -> RemoteConfigService?
    /// Opens a source, by name, as the dashboard shows it.
    let named: @Sendable (String) throws -> RemoteConfigService?

    /// Creates an evaluator for a session with a single open service.
    package init(_ session: DashboardSession) {
        let open: @Sendable (String) throws -> RemoteConfigService? = { try session.openSource?($0) }
        self.init(
            service: session.service, personas: session.personas, apart: open,
            named: { $0 == session.currentSource ? session.service : try open($0) })
    }

    init(
        service: RemoteConfigService, personas: PersonaLibrary?,
        apart: @escaping @Sendable (String) throws -> RemoteConfigService?,
        named: @escaping @Sendable (String) throws -> RemoteConfigService?
    ) {
        self.service = service
        self.personas = personas
        self.apart = apart
        self.named = named
    }

    /// Fetches the sources of the request, and resolves the keys.
    package func answer(to request: MatrixRequest, at now: Date) async -> MatrixAnswer {
        do {
            let columns =
                switch request.axis {
                case .personas: try await askedColumns(request)
                case .sources: await fetchedColumns(request)
                }
            return .success(
                ValueMatrix(columns, keys: request.keys, booleanPolicy: service.booleanPolicy, at: now))
        } catch let problem as any OperatorError {
            return .failure(MessageError(ErrorReport(problem).headline))
        } catch {
            return .failure(MessageError(FetchFailure(error).summary))
        }
    }

    private func askedColumns(_ request: MatrixRequest) async throws -> [ValueMatrix.Column] {
        let saved = try personas?.list().personas ?? []
        guard !saved.isEmpty else {
            throw MessageError(
                "no personas",
                advice: "save one while you view as another user, or declare it in the project file")
        }
        let asked =
            [(MatrixColumns.configuredTitle, request.configured)]
            + saved.map { ($0.name, $0.laid(over: request.configured)) }
        return try await MatrixColumns.asking(service, as: asked) {
            try request.sources.first.flatMap { try apart($0.name) }
        }
    }

    private func fetchedColumns(_ request: MatrixRequest) async -> [ValueMatrix.Column] {
        await MatrixColumns.fetching(
            request.sources.map { source in (title: source.title, open: { [named] in try named(source.name) })
            },
            onlyUnknown: !request.asksAnew)
    }
}
