import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTerminalUI
import FirebaseTemplates

// The details of the key under the cursor, box by box.
extension KeyList {
    func sections(_ state: DashboardState) -> [DetailSection] {
        let isWhole = state.details.size.isZoomed
        let main = DetailSection(
            title(ofKey: state.selectedName, isWhole, state), .leading, columns: isWhole ? 64 : 50,
            describe: describe)
        let map = state.project.keyMap
        let changes = DetailSection(
            BoxTitle("Latest changes", keys: map.hint([.showHistory], "history")), isAboutRow: false
        ) { $0.describeLatestChanges() }
        guard let name = state.selectedName else { return [main, changes] }
        return [
            main,
            DetailSection(BoxTitle("This override"), .leading) { $0.describeEffect(ofOverride: name) },
            DetailSection(BoxTitle("Why", keys: map.hint([.matrix], "personas")), .leading) {
                $0.explain(name)
            },
            DetailSection(BoxTitle("Notes"), .leading, givesWay: true) { $0.describeNotes() },
            isWhole
                ? DetailSection(BoxTitle("Timeline", keys: map.hint([.timeline], "whole timeline")), .leading)
                {
                    $0.describeTimeline(of: name)
                }
                : DetailSection(BoxTitle("Values", keys: map.hint([.timeline], "timeline"))) {
                    $0.describeValues(of: name)
                },
            DetailSection(BoxTitle("In the apps", keys: map.hint([.showApps], "apps"))) {
                $0.describeApps(with: name)
            },
            DetailSection(BoxTitle("Experiments", keys: map.hint([.showExperiments], "experiments"))) {
                $0.describeExperiments(on: name)
            },
        ] + (isWhole ? elsewhere(name, map) : []) + [changes]
    }

    /// Returns the additional full-screen details of a key.
    private func elsewhere(_ name: String, _ map: KeyMap) -> [DetailSection] {
        [
            DetailSection(BoxTitle("In other sources", keys: map.hint([.compare], "compare"))) {
                $0.describeSources(of: name)
            },
            DetailSection(BoxTitle("In the code", keys: map.hint([.references], "all"))) {
                $0.describeCode(of: name)
            },
        ]
    }

    /// Returns the title of a key's box. On the full screen it includes the kind.
    private func title(ofKey name: String?, _ isWhole: Bool, _ state: DashboardState) -> BoxTitle {
        guard isWhole, let name, let row = state.selectedRow else { return BoxTitle(name ?? "") }
        let notes = [row.key.declaredTitle, row.key.group, row.key.schema.kind.rawValue]
        return BoxTitle(name, notes: notes.compactMap(\.self))
    }
}

extension [DetailSection] {
    /// Returns the boxes about a key below a list.
    static func about(_ name: String, _ state: DashboardState) -> [DetailSection] {
        [
            DetailSection(BoxTitle(name), .leading, columns: 60) {
                guard $0.state.subjectName == name else { return }
                $0.describeKey(name)
                // The keys of the screen do not work here.
                $0.footing = []
            },
            DetailSection(BoxTitle("In the apps"), columns: 60) { $0.describeApps(with: name) },
            DetailSection(BoxTitle("Experiments"), columns: 60) { $0.describeExperiments(on: name) },
            DetailSection(BoxTitle("Latest changes"), columns: 60) { $0.describeLatestChanges() },
        ]
    }
}

extension DetailLines {
    /// Returns the width of a column of ages or names, so that the lines are aligned.
    static func width(of texts: [String], limit: Int) -> Int {
        min(limit, texts.map { DisplayText($0).width }.max() ?? 0)
    }

    static func padded(_ text: String, to width: Int) -> String {
        let shown = DisplayText(text).truncated(to: width, .middle)
        return shown + String(repeating: " ", count: max(0, width - DisplayText(shown).width))
    }

    /// The maximum number of changes to list.
    private static let changeLimit = 40

    /// Describes what the latest fetches changed, newest first.
    mutating func describeLatestChanges() {
        let history = state.history
        describeChanges(of: (0..<history.count).reversed().prefix(200).lazy.map { history[$0] })
    }

    /// Describes what some fetches changed, newest first.
    mutating func describeChanges(of records: some Sequence<FetchRecord>) {
        var changes: [(age: String, name: String, change: SnapshotDifference.Change)] = []
        for record in records {
            for (name, change) in record.difference.limited(to: Self.changeLimit).changes.sorted(by: {
                $0.key < $1.key
            }
            ) {
                changes.append((TimeText.age(from: record.startedAt, to: state.now), name, change))
            }
            if changes.count >= Self.changeLimit { break }
        }
        let shown = changes.prefix(Self.changeLimit)
        let ages = Self.width(of: shown.map(\.age), limit: 10)
        let longest = shown.reduce(0) {
            max($0, HeaderView.width(of: spans(of: $1.change, in: Self.usualChange)))
        }
        let room = width - ages - 2
        let whole = Self.width(of: shown.map(\.name), limit: room)
        // On the whole screen there are lines enough for a name and its change, and no need to cut either.
        let isStacked = state.details.size.isZoomed && whole + 2 + longest > room
        let names = min(whole, isStacked ? room : max(width / 3, room - longest - 2))
        for one in shown {
            let before = [
                Span(Self.padded(one.age, to: ages) + "  ", .age),
                Span(Self.padded(one.name, to: names), .key),
            ]
            if isStacked {
                let indent = Span(String(repeating: " ", count: ages + 2))
                lines += [before, [indent] + spans(of: one.change, in: room)]
            } else {
                lines.append(before + [Span("  ")] + spans(of: one.change, in: room - names - 2))
            }
        }
    }

    /// A width that is enough for most changes.
    private static let usualChange = 24

    private func spans(of change: SnapshotDifference.Change, in room: Int) -> [Span] {
        func text(_ text: String?, _ room: Int) -> String {
            guard let text else { return Snapshot.Entry.appDefault }
            return text.isEmpty
                ? "(empty)" : DisplayText(VisibleText.ofValue(text)).truncated(to: max(1, room), .middle)
        }
        switch change {
        case .added(let new): return [Span("added  ", .added), Span(text(new, room - 7), .value)]
        case .removed: return [Span("removed", .removed)]
        case .changed(let old, let new):
            let columns = room - 3
            var (place, before, after) = ("", text(old, .max), text(new, .max))
            if DisplayText(before).width + DisplayText(after).width > columns {
                (place, before, after) = ValueDifference(glancingAt: old, new).partsOfLine(
                    columns: max(8, columns))
            }
            let rest = columns - DisplayText(place).width
            let left = DisplayText(before).truncated(to: max(1, rest / 2, rest - DisplayText(after).width))
            let right = DisplayText(after).truncated(to: max(1, rest - DisplayText(left).width))
            return [Span(place + left, .dim), Span(" → ", .changed), Span(right, .value)]
        }
    }

    /// Describes the value that an app gets with an override, and the one without it.
    mutating func describeEffect(ofOverride name: String) {
        guard state.screen == .overrides, let override = state.source.report.overrides[name] else { return }
        let row = state.selectedRow
        let without = row.flatMap { $0.entry?.text } ?? row?.key.schema.defaultText
        let supplier = row?.entry?.text == nil ? "the default" : "the source"
        let room = max(1, width - 24)
        lines.append([
            Span("- ", .diffOld),
            Span(without.map { DisplayText($0).truncated(to: room, .middle) } ?? "nothing", .diffOld),
            Span("  from \(supplier)", .dim),
        ])
        lines.append([
            Span("+ ", .diffNew), Span(DisplayText(override.value).truncated(to: room, .middle), .diffNew),
            Span("  this override", .dim),
        ])
        if without == override.value {
            lines.append([Span("The app gets the same value without it.", .warning)])
        }
    }

    /// The maximum number of apps to list.
    private static let appLimit = 20

    /// Describes the value of a key in each app.
    mutating func describeApps(with name: String) {
        guard !state.apps.apps.isEmpty else { return }
        let all = state.apps.rows(passing: Filter(), state)
        let apps = all.prefix(Self.appLimit)
        let names = apps.map {
            [$0.identity.app, $0.identity.version, $0.identity.device].compactMap(\.self)
        }
        let values = Self.width(of: apps.map { $0.values?[name]?.value ?? "—" }, limit: width / 4)
        let column = Self.width(
            of: names.map { $0.joined(separator: " ") }, limit: max(width / 2, width - values - 4))
        let reach = state.apps.reach(of: name, state)
        for (app, words) in zip(apps, names) {
            let told = app.values?[name]
            let late = reach?.stragglers.first { $0.title == app.title }?.reason
            let remark = late ?? told.map(Self.remark) ?? (app.values == nil ? "" : "not declared")
            let title = Self.padded(words.joined(separator: " "), to: column)
            let value = DisplayText(told?.value ?? "—").truncated(to: max(4, width - column - 6), .middle)
            lines.append([
                Span(app.isConnected ? "● " : "· ", app.isConnected ? .live : .dim),
                Span(title + "  ", .text),
                Span(value, told?.value == nil ? .dim : .value),
                Span(remark.isEmpty ? "" : "  " + remark, late == nil ? .dim : .warning),
            ])
        }
        if all.count > apps.count { lines.append([Span("… \(all.count - apps.count) more", .dim)]) }
    }

    /// Describes the experiments that decide a key.
    mutating func describeExperiments(on name: String) {
        for standing in state.experiments.standings where standing.plan.experiment.key == name {
            let listed = state.list.experiments.first { $0.standing?.name == standing.name }
            let group = listed?.ownGroup.map { "  you: \($0)" } ?? ""
            lines.append([
                Span(standing.name + "  ", .title), Span(standing.headline.shortText, standing.role),
                Span(group, .group),
            ])
        }
        describeRollout(of: name)
        describeStudies(on: name)
        let studies = state.templates.studies.content?.all ?? []
        let declared = Set(state.experiments.standings.map(\.name) + studies.map(\.reference.fetchedID))
        for assignment in state.source.report.snapshot.experiments
        where assignment.keys.contains(name) && !declared.contains(assignment.id) {
            lines.append([Span(assignment.id + "  ", .title), Span("you: \(assignment.variant)", .group)])
        }
    }

    private static func remark(on key: ReportedKey) -> String {
        switch key.supplier {
        case .default: "default"
        case .override: "override"
        case .custom: "set by the app"
        case .source, nil: key.pending == nil ? "" : "changes at the next start"
        }
    }
}
