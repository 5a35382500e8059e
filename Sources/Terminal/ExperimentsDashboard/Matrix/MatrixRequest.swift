import ExperimentsCore
import ExperimentsOperator

/// The columns of a matrix: personas or sources.
public enum MatrixAxis: Sendable, Hashable {
    /// The personas of the project, at the source that is shown.
    case personas
    /// The sources of the project.
    case sources

    var other: MatrixAxis { self == .personas ? .sources : .personas }
    var word: String { self == .personas ? "personas" : "sources" }
}

/// A request for the values of keys for several personas, or at several sources.
public struct MatrixRequest: Sendable {
    /// Tells it from earlier ones.
    let number: Int
    /// The columns: personas or sources.
    public let axis: MatrixAxis
    /// The keys.
    let keys: [CatalogKey]
    /// The configured persona, as which the source is asked otherwise.
    let configured: SourcePersona
    /// The sources; for personas the one that is shown alone.
    let sources: [DashboardSource]
    /// Whether sources are asked that were asked before; else what they held then will do.
    let asksAnew: Bool
}

/// The reason why there is no matrix.
public struct MatrixRefusal: Error, Sendable, Hashable {
    /// The reason, for people.
    public let reason: String

    /// Creates a refusal.
    public init(_ reason: String) { self.reason = reason }
}

/// The answer to a request.
public typealias MatrixAnswer = Result<ValueMatrix, MatrixRefusal>
