import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import Foundation

extension DetailLines {
    /// Describes the values that the source had for a name, newest first, if there were several.
    mutating func describeValues(of name: String) {
        let values = state.history.timeline.values(of: name)
        guard values.count > 1 else { return }
        let shown = state.history.timeline.generations[state.history.shownIndex].id
        let bars = bars(of: values.map(\.entry))
        if !bars.isEmpty { lines.append(bars) }
        let room = max(1, width - Self.labelWidth)
        // If the current generation did not change the name, use the last one that did.
        let isViewed = state.source.viewed != nil && !state.history.isInThePast
        let current = isViewed ? nil : values.first { $0.generation.id <= shown }?.generation.id
        for (generation, entry) in values.prefix(Self.valueLimit) {
            let time = state.project.shortestTime(generation.since, at: state.now)
            let isCurrent = generation.id == current
            let line = [
                Span(
                    ((isCurrent ? "› " : "  ") + time).padding(
                        toLength: Self.labelWidth, withPad: " ", startingAt: 0),
                    .age),
                Self.span(entry, room),
            ]
            if isCurrent { answering { $0.lines.append(line) } } else { lines.append(line) }
        }
        if values.count > Self.valueLimit {
            lines.append([Span("  … and \(values.count - Self.valueLimit) earlier", .dim)])
        }
    }

    private static func span(_ entry: Snapshot.Entry?, _ room: Int) -> Span {
        guard let entry else { return Span("nothing", .missing) }
        guard let text = entry.text else { return Span(Snapshot.Entry.appDefault, .default) }
        return text.isEmpty
            ? Span("(empty)", .dim) : Span(DisplayText(text).truncated(to: room, .middle), .value)
    }

    /// Returns bars for the values of a number, oldest first; none if they are not numbers.
    private func bars(of entries: [Snapshot.Entry?]) -> [Span] {
        let numbers = entries.reversed().map {
            $0?.text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
        }
        let known = numbers.compactMap(\.self)
        // Start at the lowest value, because for values far from zero only the changes are interesting.
        guard known.count > 1, let lowest = known.min() else { return [] }
        return [Span("  ")] + Span.sparkline(numbers.map { $0.map { $0 - lowest } }, columns: width - 20)
    }

    private static let valueLimit = 12

    /// Describes how long the value has been unchanged, and the default, as soon as the earlier values are known.
    mutating func describeAge(of name: String, _ key: CatalogKey?) {
        guard state.project.keepsValues, state.history.past == .read, !state.history.isInThePast else {
            return
        }
        // The age of the source's own value says nothing about that of another user.
        if let viewed = state.source.viewed,
            !viewed.entries[name].flatMap(\.text).isExactly(
                state.history.timeline.newest.entries[name].flatMap(\.text))
        {
            return
        }
        let values = state.history.timeline.keptValues(of: name)
        guard !values.isEmpty else { return }
        let timeline = KeyTimeline(name, key, values: values, at: state.now)
        for sentence in timeline.sentences(
            at: state.now, date: { state.project.shortTime($0, at: state.now) })
        {
            switch sentence.kind {
            case .age, .atDefault: add(sentence.kind == .age ? "age" : "", sentence.text, .age)
            case .stale: add("", sentence.text, .stale)
            case .gap, .sameForAll, .count: break
            }
        }
    }

    /// Describes why the key could be removed from the app's code, and the command that shows the change.
    mutating func describeRetirement(of row: ReportRow?) {
        // While something stops the decision, do not offer to act on it.
        let isStopped = state.experiments.standings.contains { standing in
            row.map { standing.plan.experiment.key == $0.name } ?? false && !standing.openPoints.isEmpty
        }
        guard !isStopped, let candidate = RetirementCandidate.of(row, state) else { return }
        let way = state.project.keyMap.words(.retire, "shows the change").map { "; " + $0 } ?? ""
        for (place, reason) in candidate.reasons.enumerated() {
            add(place == 0 ? "removable" : "", reason.words(at: state.now) + (place == 0 ? way : ""), .stale)
        }
    }

    mutating func describeAlert(of name: String) {
        guard state.project.alertRules.keys.contains(name) else { return }
        let desktop = state.project.alertRules.ways.contains(.desktop)
        add("bell", desktop ? "desktop notification on change" : "rings on change", .warning)
    }

    /// Describes what to do in a project without keys.
    mutating func describeFirstSteps() {
        title = "First steps"
        let map = state.project.keyMap
        let isKnown = state.source.report.snapshot.fetchedAt != nil
        let source =
            isKnown ? "\(state.sourceName) has no values." : "Nothing fetched from \(state.sourceName) yet."
        lines = Span("The project declares no keys. " + source, .dim).wrapped(to: width, limit: 4)
        let steps: [(label: String, words: [String?])] = [
            ("fetch", [map.words(.refetch, "fetches. All keys of the source are then listed here.")]),
            (
                "declare",
                [
                    map.words(.declareKeys, "declares the key under the cursor."),
                    "`experiments scan Sources --output experiments.yaml` declares the keys in Swift code,",
                    "`experiments declare KEY --type bool` declares one by name.",
                ]
            ),
            ("override", [map.words(.setOverride, "sets a value for your app instead of the source's.")]),
            (
                "link",
                [
                    map.words(.showApps, "shows linked apps."),
                    map.words(.link, "links an app, which then follows your overrides."),
                ]
            ),
        ]
        for step in steps {
            let words = step.words.compactMap(\.self).joined(separator: " ")
            guard !words.isEmpty else { continue }
            lines.append([])
            add(step.label, words)
        }
    }

    /// Describes the group whose heading is under the cursor.
    mutating func describeHeading() {
        guard state.screen.listsKeys, let heading = state.list.keys.heading(at: state.position.cursor) else {
            title = "Details"
            for sentence in state.sentencesWithoutRow {
                lines += DisplayText(sentence).wrapped(to: width, limit: 12).map { [Span($0, .dim)] }
            }
            return
        }
        title = heading.name
        add("keys", String(heading.count))
        if heading.missing > 0 { add("missing", String(heading.missing), .missing) }
        if heading.incorrect > 0 { add("incorrect", String(heading.incorrect), .incorrect) }
        if heading.unknown > 0 { add("unknown", String(heading.unknown), .unknown) }
        let key = state.project.keyMap.keys(for: .details).first?.description ?? "a click"
        lines.append([])
        lines.append([Span("\(key) \(heading.isCollapsed ? "opens" : "closes") the group", .dim)])
    }
}

extension DashboardState {
    /// The text of the details if no row is selected.
    fileprivate var sentencesWithoutRow: [String] {
        let map = project.keyMap
        switch screen {
        case .missing where list.filter.isEmpty, .incorrect where list.filter.isEmpty:
            return ["`experiments check` fails in CI if a key is missing or incorrect."]
        case .overrides where list.filter.isEmpty:
            return [
                "An override replaces the value of the source, here and in linked apps.",
                "In a script: `experiments override set KEY VALUE`",
            ] + [map.words(.profiles, "loads a saved set of overrides.")].compactMap(\.self)
        default:
            let keys = [map.words(.filter, "filters"), map.words(.refetch, "fetches")].compactMap(\.self)
            return ["Select a row to see its details. " + keys.joined(separator: ", ") + "."]
        }
    }
}

extension DetailLines {
    /// Adds a value beside its label, or on separate lines if it is longer JSON.
    mutating func addValue(_ label: String, _ text: String, _ role: Role) {
        if text.isEmpty {
            add(label, "(empty)", .dim)
            return
        }
        let looksLikeJSON = text.first == "{" || text.first == "["
        guard looksLikeJSON, text.utf8.count < Self.longestJSON, let value = try? JSONValue(parsing: text)
        else {
            add(label, VisibleText.ofValue(text), role)
            return
        }
        let outline = JSONOutline(value, width: width - 2, folds: state.details.foldsJSON, role: role)
        guard outline.lines.count > 1 else {
            add(label, VisibleText.ofValue(text), role)
            return
        }
        hasFolded = hasFolded || outline.isFolded
        var heading = [Span(label, .dim)]
        if let key = state.project.keyMap.keys(for: .foldJSON).first {
            if outline.isFolded { heading.append(Span("  folded, \(key) unfolds", .dim)) }
            if outline.lines.count > JSONOutline.longest { heading.append(Span("  \(key) folds", .dim)) }
        }
        lines.append(heading)
        lines += outline.lines.prefix(Self.lineLimit).map { [Span("  ")] + $0 }
        if outline.lines.count > Self.lineLimit {
            lines.append([Span("  … \(outline.lines.count - Self.lineLimit) more lines", .dim)])
        }
    }

    /// Adds the original text, if the value is shown differently.
    mutating func addRaw(_ text: String) {
        guard text.first == "{" || text.first == "[", text.utf8.count > width - indent else { return }
        let room = max(1, width - indent)
        let shown = DisplayText(text).wrapped(to: room, limit: 3)
        add("raw", DisplayText(text).truncated(to: room * 3), .dim)
        if shown.count == 3, text.utf8.count > room * 3 {
            add("", TimeText.size(text.utf8.count) + " in total", .dim)
        }
    }

    /// The maximum size of JSON that is formatted in every frame.
    private static let longestJSON = 100_000
    private static let lineLimit = 1000
}

/// JSON in indented lines. An object or array that fits on one line stays on it. When folded, only the number of nested
/// members is shown.
struct JSONOutline {
    private(set) var lines: [[Span]] = []
    /// Whether anything is folded.
    private(set) var isFolded = false
    private let width: Int
    private let role: Role
    private var folds: Bool

    /// The minimum number of lines for JSON to be folded by default.
    static let longest = 16

    /// - Parameter folds: whether to fold; nil to decide by the number of lines.
    init(_ value: JSONValue, width: Int, folds: Bool?, role: Role) {
        self.width = max(4, width)
        self.role = role
        self.folds = folds ?? false
        append(value, before: [], after: "", depth: 0)
        guard folds == nil, lines.count > Self.longest else { return }
        lines = []
        self.folds = true
        append(value, before: [], after: "", depth: 0)
    }

    private mutating func append(_ value: JSONValue, before: [Span], after: String, depth: Int) {
        let indent = String(repeating: " ", count: depth * 2)
        let used = indent.count + before.reduce(0) { $0 + $1.width } + after.count
        let line = [Span(indent)] + before
        guard let (open, close, count) = Self.brackets(of: value), count > 0 else {
            appendScalar(value.compactText, line, used: used, before: after)
            return
        }
        var room = width - used
        if let text = Self.compact(value, &room) {
            lines.append(line + [Span(text + after, role)])
            return
        }
        if folds, depth > 0 {
            isFolded = true
            let word = open == "{" ? "member" : "element"
            lines.append(
                line + [Span(open, role), Span("… \(count) \(word)\(count == 1 ? "" : "s")", .dim)]
                    + [Span(close + after, role)])
            return
        }
        lines.append(line + [Span(open, role)])
        switch value {
        case .object(let object):
            for (index, member) in object.members.enumerated() {
                append(
                    member.value,
                    before: [Span(JSONValue.string(member.name).compactText, .key), Span(": ", role)],
                    after: index < count - 1 ? "," : "", depth: depth + 1)
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                append(element, before: [], after: index < count - 1 ? "," : "", depth: depth + 1)
            }
        default: break
        }
        lines.append([Span(indent + close + after, role)])
    }

    /// Appends a text. If it is longer than the line, it continues below.
    private mutating func appendScalar(_ text: String, _ line: [Span], used: Int, before after: String) {
        let room = max(4, width - used)
        let parts = DisplayText(text + after).wrapped(to: room, limit: 20)
        for (index, part) in parts.enumerated() {
            lines.append(
                index == 0
                    ? line + [Span(part, role)]
                    : [Span(String(repeating: " ", count: width - room)), Span(part, role)])
        }
    }

    private static func brackets(of value: JSONValue) -> (open: String, close: String, count: Int)? {
        switch value {
        case .object(let object): ("{", "}", object.members.count)
        case .array(let elements): ("[", "]", elements.count)
        default: nil
        }
    }

    /// Returns the value on one line with blanks after its commas; nil if it takes more than `room` columns.
    private static func compact(_ value: JSONValue, _ room: inout Int) -> String? {
        func take(_ text: String) -> String? {
            room -= DisplayText(text).width(upTo: max(0, room) + 1)
            return room >= 0 ? text : nil
        }
        switch value {
        case .object(let object):
            guard var text = take("{") else { return nil }
            for (index, member) in object.members.enumerated() {
                guard
                    let name = take(
                        (index > 0 ? ", " : "") + JSONValue.string(member.name).compactText + ": "),
                    let rest = compact(member.value, &room)
                else { return nil }
                text += name + rest
            }
            return take("}").map { text + $0 }
        case .array(let elements):
            guard var text = take("[") else { return nil }
            for (index, element) in elements.enumerated() {
                guard let comma = take(index > 0 ? ", " : ""), let rest = compact(element, &room) else {
                    return nil
                }
                text += comma + rest
            }
            return take("]").map { text + $0 }
        default: return take(value.compactText)
        }
    }
}
