import ExperimentsCore
import Foundation

extension KeyColumn {
    /// All columns, in the order of the screen.
    package static let declarations: [KeyColumn] = [
        status, key, value, expected, reason, upstream, source, type, changed, author, expires, note, layer,
    ]

    /// The order of declaration, which is no column of a screen.
    public static let declared = KeyColumn("declared", in: [], width: Width(0, priority: 0)) { _ in nil }

    /// Whether the value is ok, missing, incorrect or overridden.
    public static let status = KeyColumn(
        "status", in: everywhere, width: Width(10, priority: 9), sorting: by(\.status.urgency), field: .status,
        member: .text("status") { $0.row?.status.rawValue }, tableLimit: 10
    ) { $0.status.word }

    /// The name of the key.
    public static let key = KeyColumn(
        "key", in: everywhere, width: Width(20, priority: 10), sorting: by(\.name), field: .key,
        member: .text("name", \.name), tableLimit: 60, text: \.name)

    /// The value that the app uses. In a list of mistakes it is the one that was found, in one of overrides the override's.
    public static let value = KeyColumn(
        "value", titles: [.missing: "default", .incorrect: "found", .overrides: "override"],
        fileNames: [.incorrect: "found"], in: everywhere,
        width: Width(16, ideal: 24, weight: 3, priority: 8, isMeasured: true), look: .value,
        sorting: by { ValueRank($0.valueText ?? "") }, field: .value,
        member: Member(name: "value") { $0.row?.valueText.map(JSONValue.string) ?? .null }, tableLimit: 40
    ) { key in
        switch key.list.scope {
        case .all, .missing: key.row?.valueText
        case .incorrect: key.row?.problem?.found
        case .overrides: key.override?.value
        }
    }

    /// The valid texts of the key, in words.
    public static let expected = KeyColumn(
        "expected", in: [.missing], width: Width(10, ideal: 24, weight: 2, priority: 5, isMeasured: true), look: .plain,
        sorting: by(\.key.schema.expectation), member: .text("expected") { $0.row?.key.schema.expectation }
    ) { $0.row?.key.schema.expectation }

    /// Why a value is incorrect.
    public static let reason = KeyColumn(
        "reason", title: "why", in: [.incorrect],
        width: Width(18, ideal: 40, weight: 3, priority: 7, isMeasured: true), look: .mistake,
        sorting: by { $0.problem?.reason ?? "" }
    ) { $0.row?.problem?.reason }

    /// The value of the source, if an override is active. In JSON it is absent where the source holds nothing, and null
    /// where it says to use the app's default.
    public static let upstream = KeyColumn(
        "upstream", in: [.overrides], width: Width(8, ideal: 14, weight: 2, priority: 6, isMeasured: true),
        look: .value,
        sorting: by { ValueRank($0.remoteText ?? "") },
        member: Member(name: "remote") { key in
            key.row?.entry.map { entry in entry.text.map(JSONValue.string) ?? .null }
        }
    ) { $0.row?.remoteText }

    /// Where the value comes from: the source, an override or the default.
    public static let source = KeyColumn(
        "source", title: "from", in: [.all], width: Width(8, ideal: 12, priority: 5, isMeasured: true), look: .faint,
        sorting: by(\.sourceWord), field: .source
    ) { $0.row?.sourceWord }

    /// The type of the key.
    public static let type = KeyColumn(
        "type", in: [.all, .missing, .incorrect], width: Width(6, priority: 3),
        sorting: by(\.key.schema.kind.rawValue), field: .type,
        member: .text("type") { $0.row?.key.schema.kind.rawValue }, tableLimit: 6
    ) { $0.row?.key.schema.kind.rawValue }

    /// When the value last changed.
    public static let changed = KeyColumn(
        "changed", in: [.all], width: Width(9, priority: 4), sorting: byChange, field: .changed
    ) { key in
        key.dateOfChange.map { date in
            let civil = key.list.localTime.civil(date)
            return civil.dateText + " " + civil.timeText
        }
    }

    /// The person who set the override.
    public static let author = KeyColumn(
        "author", title: "by", in: [.overrides], width: Width(6, ideal: 10, priority: 4, isMeasured: true),
        look: .faint, sorting: byOverride { $0?.author ?? last }
    ) { $0.override?.author }

    /// When the override ends.
    public static let expires = KeyColumn(
        "expires", title: "until", in: [.overrides], width: Width(8, ideal: 10, priority: 5),
        sorting: byOverride { $0?.expiresAt ?? .distantFuture }
    ) { key in
        key.override.map { OverrideExpiry(of: $0).text }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Why the override was set.
    public static let note = KeyColumn(
        "note", in: [.overrides], width: Width(8, ideal: 16, weight: 1, priority: 3, isMeasured: true), look: .faint,
        sorting: byOverride { $0?.note ?? last }
    ) { $0.override?.note }

    /// The layer that an override comes from.
    package static let layer = KeyColumn(
        "layer", in: [.overrides], width: Width(9, ideal: 10, priority: 4, isMeasured: true), look: .faint
    ) { $0.list.layerName($0.name) }

    private static let everywhere = Set(KeyScope.allCases)
    /// A text after all others.
    private static let last = "\u{10FFFF}"
}
