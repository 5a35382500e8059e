/// What a report says of one key.
public struct ReportRow: Sendable, Hashable {
    /// The key as declared. For an undeclared name, a key of the kind that its text suggests.
    public let key: CatalogKey
    /// What it comes to, in one word.
    public let status: KeyStatus
    /// Whether a key of this name is declared.
    public let isDeclared: Bool
    /// What the source holds; nil where it holds nothing.
    public let entry: Snapshot.Entry?
    /// The text of the override in force, if there is one.
    public let overrideText: String?
    /// Why the text in force is not a value of the key, where it is not.
    public var problem: IncorrectValue? { fault.problem }

    private let fault: Fault

    /// Kept elsewhere, because few rows have one and there may be a hundred thousand.
    private indirect enum Fault: Sendable, Hashable {
        case none
        case some(IncorrectValue)

        var problem: IncorrectValue? {
            if case .some(let problem) = self { problem } else { nil }
        }
    }

    /// Who supplied the incorrect text, where there is one.
    public var incorrectSupplier: ValueSupplier? {
        guard status == .incorrect else { return nil }
        return overrideText == nil ? .source : .override
    }

    /// The key's name.
    public var name: String { key.name }

    /// The text that the source holds, whether or not it is in force.
    public var remoteText: String? { entry?.text }

    /// The text of the value that the app gets: the override's, else the source's, else the default's. Nil where the
    /// default is used and not known.
    public var valueText: String? {
        switch status {
        case .override: overrideText
        case .ok, .undeclared: entry?.text
        case .missing, .incorrect, .default, .unknown: key.schema.defaultText
        }
    }

    /// Whether the value in force is the app's default.
    public var usesDefault: Bool {
        switch status {
        case .missing, .incorrect, .default, .unknown: true
        case .ok, .override, .undeclared: false
        }
    }

    init(
        key: CatalogKey, status: KeyStatus, isDeclared: Bool = true, entry: Snapshot.Entry?, overrideText: String?,
        problem: IncorrectValue?
    ) {
        (self.key, self.status, self.isDeclared, self.entry) = (key, status, isDeclared, entry)
        self.overrideText = overrideText
        fault = problem.map(Fault.some) ?? .none
    }

    /// The row of a declared key.
    ///
    /// - Parameter wasFetched: whether the source was ever fetched.
    init(
        _ key: CatalogKey, entry: Snapshot.Entry?, wasFetched: Bool, override: String?,
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
        self.init(key: key, status: status, entry: entry, overrideText: override, problem: problem)
    }

    /// The row of a name that the source holds and nobody declares.
    ///
    /// - Parameter group: the group that the source says it is of.
    init(undeclared name: String, group: String?, entry: Snapshot.Entry?, override: String?) {
        self.init(
            key: CatalogKey(
                name: name, group: group,
                schema: ValueSchema(suggestedBy: entry?.text)),
            status: override == nil ? .undeclared : .override, isDeclared: false, entry: entry, overrideText: override,
            problem: nil)
    }
}
