import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Determines the values of keys for several personas, or at several sources.
public struct MatrixEvaluator: Sendable {
    /// The source that is shown.
    let service: RemoteConfigService
    /// The personas of the project.
    let personas: PersonaLibrary?
    /// A source that may be asked as anyone, by name.
    let apart: @Sendable (String) throws -> RemoteConfigService?
    /// A source as the dashboard shows it, by name.
    let named: @Sendable (String) throws -> RemoteConfigService?

    /// An evaluator for a session of which only the one service was opened.
    public init(_ session: DashboardSession) {
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
        (self.service, self.personas, self.apart, self.named) = (service, personas, apart, named)
    }

    /// Fetches what has to be fetched, and resolves the keys.
    public func answer(to request: MatrixRequest, at now: Date) async -> MatrixAnswer {
        do {
            let columns =
                switch request.axis {
                case .personas: try await askedColumns(request)
                case .sources: await fetchedColumns(request)
                }
            return .success(
                ValueMatrix(columns, keys: request.keys, booleanPolicy: service.booleanPolicy, at: now))
        } catch let problem as any OperatorError {
            return .failure(MatrixRefusal(ErrorReport(problem).headline))
        } catch {
            return .failure(MatrixRefusal(FetchFailure(error).summary))
        }
    }

    private func askedColumns(_ request: MatrixRequest) async throws -> [ValueMatrix.Column] {
        let saved = try personas?.list().personas ?? []
        guard !saved.isEmpty else {
            throw PersonaProblem(
                "there are no personas", advice: "save one where the source is asked as somebody else, or declare it")
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
            request.sources.map { source in (title: source.title, open: { [named] in try named(source.name) }) },
            onlyUnknown: !request.asksAnew)
    }
}
