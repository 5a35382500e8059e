import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

// Opening the editor of overrides.
extension OverrideEditor {
    /// On the keys that actions are about.
    static func opened(_ state: DashboardState) -> [Effect] {
        let keys = state.targets
        guard let first = keys.first else { return [] }
        let row = state.actsOnMarks ? nil : state.selectedRow
        let value =
            state.source.report.overrides[first.name]?.value ?? row?.valueText ?? (keys.count > 1 ? "" : nil)
        // A value that was broken is shown as it is, so that it can be mended.
        return opened(on: keys, current: value ?? row?.remoteText, in: state)
    }

    /// With a value in it, to be looked at before it is set.
    static func opened(with value: String, _ state: DashboardState) -> [Effect] {
        opened(on: state.targets, current: value, in: state) + [
            .change(OverrideEditor.self) { editor in
                if editor.text != value { editor.replaceText(value) }
                return true
            }
        ]
    }

    /// On the notes and the ends of the overrides that there are.
    static func openedOnNotes(_ state: DashboardState) -> [Effect] {
        let keys = state.targets.filter { state.source.report.overrides[$0.name] != nil }
        let areTeams = !keys.isEmpty && keys.allSatisfy { state.overriding.isTeams($0.name) }
        return opened(on: keys, fields: [.note, .expiry], current: nil, aim: areTeams ? .team : .mine, in: state)
    }

    /// On a key, for one scope.
    static func opened(on key: CatalogKey, for scope: OverrideScope, _ state: DashboardState) -> [Effect] {
        let report = state.source.report
        let current = report.overrides[scope][key.name]?.value ?? report.overrides[key.name]?.value
        let held = report.rows.first { $0.name == key.name }?.valueText
        return opened(on: [key], current: current ?? held, aim: OverrideAim(.mine, for: scope), in: state)
    }

    /// - Parameter aim: which overrides are changed, unless the operator chooses others.
    private static func opened(
        on keys: [CatalogKey], fields: [Field] = Field.usual, current: String?, aim: OverrideAim = .mine,
        in state: DashboardState
    ) -> [Effect] {
        // Notes and ends are those of the row that is seen, which is everyone's.
        let aims = fields.contains(.value) ? state.aims : state.aims.filter { $0.scope == .everyone }
        let asksWhom = aims.count > 1 || aim != .mine
        let report = state.source.report
        let overrides = keys.compactMap { report.overrides[$0.name] }
        let circumstances = report.circumstances(at: state.now)
        let ends = Set(
            keys.compactMap { key in
                report.overrides[key.name].map { override in
                    override.hasEnded(for: key.name, in: circumstances) ? "" : OverrideExpiry(of: override).text
                }
            })
        let notes = Set(overrides.map { $0.note ?? "" })
        var editor = OverrideEditor(
            keys, fields: fields + (asksWhom ? [.aim] : []), current: current,
            expiry: ends.count == 1 ? ends.first ?? "" : "", note: notes.count == 1 ? notes.first ?? "" : "",
            now: state.now, localTime: state.project.localTime)
        if asksWhom { editor.offer(aims, choosing: aim) }
        let isResumed = editor.resume(state.overriding.typed)
        let words = "as it was typed before; \(KeyHint.empty.words("clears"))"
        return (isResumed ? [.say(words, .success, seconds: 4)] : []) + [.open(editor)]
    }
}

// What changes under it.
extension OverrideEditor {
    /// The panel that waits under `$EDITOR` takes the text.
    static func taking(_ result: Result<String, EditorFailure>, of request: EditorRequest) -> Effect {
        switch result {
        case .failure(let failure): return .say(failure.reason, .warning)
        case .success(let edited):
            let text = compact(edited)
            return .changeEach { $0.takeEdited(text, of: request) }
        }
    }

    /// Returns a text from an editor without what the editor added for reading: JSON on one line, no newline at the
    /// end.
    private static func compact(_ text: String) -> String {
        if let value = try? JSONValue(parsing: text) { return value.compactText }
        return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
    }

    /// An editor that is open judges what is typed by the keys as they are declared now; it closes with the last key.
    static func followingDeclarations(_ state: DashboardState) -> [Effect] {
        guard var editor = state.panels.first(OverrideEditor.self) else { return [] }
        let (keys, report) = (state.project.keys, state.source.report)
        let wanted = Set(editor.keys.map(\.name))
        let declared = Dictionary(keys.filter { wanted.contains($0.name) }.map { ($0.name, $0) }) { first, _ in first }
        let gone = editor.follow { name in
            if let key = declared[name] { return key }
            let entry = report.snapshot.entries[name]
            guard entry != nil || report.overrides[name] != nil else { return nil }
            return CatalogKey(name: name, schema: ValueSchema(suggestedBy: entry?.text))
        }
        let followed = editor
        let following = Effect.change(OverrideEditor.self) { editor in
            editor = followed
            return gone.count < wanted.count
        }
        guard !gone.isEmpty else { return [following] }
        return [following, .say("\(OverrideTitle.words(for: gone)) no longer declared, and not overridden", .warning)]
    }
}
