/// The row of a key in a report.
public struct ReportRow: Sendable, Hashable {
    /// The declared key. For an undeclared name, a key of the type that its text suggests.
    public let key: CatalogKey
    /// The status of the key.
    public let status: KeyStatus
    /// Whether a key of this name is declared.
    public let isDeclared: Bool
    /// The entry at the source; nil if there is none.
    public let entry: Snapshot.Entry?
    /// The text of the active override, if there is one.
    public let overrideText: String?
    /// The reason why the text of the source or of the override is not valid; nil if it is valid.
    public var problem: IncorrectValue? { if case .value(let problem) = fault { problem } else { nil } }
    /// The reason why the source has no value, if it gives one. There is no entry then.
    public var sourceProblem: String? { if case .source(let problem) = fault { problem } else { nil } }

    /// The members of a JSON document that the app takes from the key's default, because the document lacks them.
    public var membersFromDefault: [String] {
        guard key.schema.kind == .json, status == .ok || status == .override else { return [] }
        return (overrideText ?? entry?.text).map { key.membersFromDefault(in: $0) } ?? []
    }

    private let fault: Fault

    /// Stored outside the row, because few rows have one and there may be a hundred thousand rows.
    private indirect enum Fault: Sendable, Hashable {
        case none
        case value(IncorrectValue)
        case source(String)
    }

    /// The supplier of the incorrect text, if there is one.
    public var incorrectSupplier: ValueSupplier? {
        guard status == .incorrect else { return nil }
        return overrideText == nil ? .source : .override
    }

    /// The name of the key.
    public var name: String { key.name }

    /// The text at the source, whether or not the app uses it.
    public var remoteText: String? { entry?.text }

    /// The text of the value that the app uses: the override's, otherwise the source's, otherwise the default's. Nil if
    /// the app uses a default that is not known.
    public var valueText: String? {
        switch status {
        case .override: overrideText
        case .ok, .undeclared: entry?.text(as: key.schema.kind)
        case .missing, .incorrect, .default, .unknown: key.schema.defaultText
        }
    }

    /// Whether the app uses its default.
    public var usesDefault: Bool {
        switch status {
        case .missing, .incorrect, .default, .unknown: true
        case .ok, .override, .undeclared: false
        }
    }

    /// Returns whether the key accepts the text of an override, if the row knows it: for the active override of a JSON
    /// key. Otherwise nil, and the text must be checked, which is quick for other types. A megabyte of JSON takes
    /// milliseconds.
    func check(ofOverride text: String) -> Result<Void, IncorrectValue>? {
        guard isDeclared, key.schema.kind == .json, overrideText.isExactly(text) else { return nil }
        return problem.map(Result.failure) ?? .success(())
    }

    init(
        key: CatalogKey, status: KeyStatus, isDeclared: Bool = true, entry: Snapshot.Entry?,
        overrideText: String?,
        problem: IncorrectValue?, sourceProblem: String? = nil
    ) {
        self.key = key
        self.status = status
        self.isDeclared = isDeclared
        self.entry = entry
        self.overrideText = overrideText
        fault = problem.map(Fault.value) ?? sourceProblem.map(Fault.source) ?? .none
    }

    /// Creates the row of a declared key.
    ///
    /// - Parameters:
    ///   - sourceProblem: why the source could not return a value, if it reports that.
    ///   - wasFetched: whether anything has been fetched from the source.
    init(
        _ key: CatalogKey, entry: Snapshot.Entry?, sourceProblem: String? = nil, wasFetched: Bool,
        override: String?,
        _ booleanPolicy: BooleanPolicy = .strict
    ) {
        let resolution = Resolution<Void>(
            entry: entry, wasFetched: wasFetched, override: override
        ) { (text) throws(IncorrectValue) in try key.check(text, booleanPolicy) }
        let (status, problem): (KeyStatus, IncorrectValue?) =
            switch resolution {
            case .overridden: (.override, nil)
            case .remote: (.ok, nil)
            case .appDefault: (.default, nil)
            case .missing: (.missing, nil)
            case .unknown: (.unknown, nil)
            case .incorrect(let problem, _): (.incorrect, problem)
            }
        self.init(
            key: key, status: status, entry: entry, overrideText: override, problem: problem,
            sourceProblem: sourceProblem)
    }

    /// Creates the row of a name that the source has and no key declares.
    ///
    /// - Parameter group: the group that the source gives to the name.
    init(undeclared name: String, group: String?, entry: Snapshot.Entry?, override: String?) {
        self.init(
            key: CatalogKey(name: name, group: group, schema: ValueSchema(suggestedBy: entry?.text)),
            status: override == nil ? .undeclared : .override, isDeclared: false, entry: entry,
            overrideText: override,
            problem: nil)
    }
}

/// The status of a key in a report.
public enum KeyStatus: String, Sendable, Hashable, CaseIterable {
    /// The app uses the value of the source.
    case ok
    /// The source has no value, so the app uses its default.
    case missing
    /// The value of the source, or the override, is not valid for the key, so the app uses its default.
    case incorrect
    /// The app uses an override.
    case override
    /// The source tells the app to use its own default.
    case `default`
    /// The source has a value of this name, which no key declares.
    case undeclared
    /// Nothing has been fetched yet, so it is not known whether the source has a value.
    case unknown
}

/// The number of keys with each status.
public struct StatusCounts: Sendable, Hashable {
    private var counts: [Int]

    /// Counts the rows of a report.
    public init(_ rows: [ReportRow] = []) {
        counts = Array(repeating: 0, count: KeyStatus.allCases.count)
        for row in rows { counts[Self.index(of: row.status)] += 1 }
    }

    /// Counts a row that changes its status.
    mutating func replace(_ old: KeyStatus, with new: KeyStatus) {
        counts[Self.index(of: old)] -= 1
        counts[Self.index(of: new)] += 1
    }

    /// The number of keys with this status.
    public subscript(status: KeyStatus) -> Int { counts[Self.index(of: status)] }

    private static func index(of status: KeyStatus) -> Int {
        switch status {
        case .ok: 0
        case .missing: 1
        case .incorrect: 2
        case .override: 3
        case .default: 4
        case .undeclared: 5
        case .unknown: 6
        }
    }
}
