import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

// Opening the editor of overrides, and what changes under it.
extension DashboardState {
    mutating func startOverride() -> [Effect] {
        let keys = targets
        guard let first = keys.first else { return [] }
        let row = actsOnMarks ? nil : selectedRow
        let value = source.report.overrides[first.name]?.value ?? row?.valueText ?? (keys.count > 1 ? "" : nil)
        // A value that was broken is shown as it is, so that it can be mended.
        openEditor(keys, fields: OverrideEditor.Field.usual, current: value ?? row?.remoteText)
        return []
    }

    /// Opens the editor with a value in it, to be looked at before it is set.
    mutating func startOverride(with value: String) -> [Effect] {
        guard selectedApp == nil else { return chooseKeyForApp() }
        openEditor(targets, fields: OverrideEditor.Field.usual, current: value)
        panels.change(OverrideEditor.self) { editor in
            if editor.text != value { editor.replaceText(value) }
            return true
        }
        return []
    }

    mutating func editOverride() -> [Effect] {
        let keys = targets.filter { source.report.overrides[$0.name] != nil }
        let areTeams = !keys.isEmpty && keys.allSatisfy { isTeams($0.name) }
        openEditor(keys, fields: [.note, .expiry], current: nil, aim: areTeams ? .team : .mine)
        return []
    }

    /// - Parameter aim: which overrides are changed, unless the operator chooses others.
    mutating func openEditor(
        _ keys: [CatalogKey], fields: [OverrideEditor.Field], current: String?, aim: OverrideAim = .mine
    ) {
        // Notes and ends are those of the row that is seen, which is everyone's.
        let aims = fields.contains(.value) ? aims : aims.filter { $0.scope == .everyone }
        let asksWhom = aims.count > 1 || aim != .mine
        let fields = fields + (asksWhom ? [.aim] : [])
        let overrides = keys.compactMap { source.report.overrides[$0.name] }
        let circumstances = source.report.circumstances(at: now)
        let ends = Set(
            keys.compactMap { key in
                source.report.overrides[key.name].map { override in
                    override.hasEnded(for: key.name, in: circumstances) ? "" : OverrideExpiry(of: override).text
                }
            })
        let notes = Set(overrides.map { $0.note ?? "" })
        var editor = OverrideEditor(
            keys, fields: fields, current: current, expiry: ends.count == 1 ? ends.first ?? "" : "",
            note: notes.count == 1 ? notes.first ?? "" : "", now: now, localTime: project.localTime)
        if asksWhom { editor.offer(aims, choosing: aim) }
        if editor.resume(overriding.typed) {
            say("as it was typed before; \(KeyHint.empty.words("clears"))", .success, seconds: 4)
        }
        panels.push(editor)
    }

    /// An editor is left without setting anything: what was typed is kept for the next time.
    mutating func leave(_ editor: OverrideEditor) {
        overriding.typed = editor.typed
        guard overriding.typed != nil else { return }
        let back = project.keyMap.words(.setOverride, "goes on with it").map { "; \($0)" } ?? ""
        say("nothing is set; what was typed is kept\(back)", .success, seconds: 4)
    }

    /// The panel that waits under `$EDITOR` takes the text.
    mutating func editorClosed(_ request: EditorRequest, _ result: Result<String, EditorFailure>) -> [Effect] {
        switch result {
        case .failure(let failure): say(failure.reason, .warning)
        case .success(let edited):
            let text = Self.compact(edited)
            panels.changeEach { $0.takeEdited(text, of: request) }
        }
        return []
    }

    /// Returns a text from an editor without what the editor added for reading: JSON on one line, no newline at the
    /// end.
    private static func compact(_ text: String) -> String {
        if let value = try? JSONValue(parsing: text) { return value.compactText }
        return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
    }

    /// An editor that is open judges what is typed by the keys as they are declared now.
    mutating func followDeclarations() {
        var gone: [String] = []
        let (keys, report) = (project.keys, source.report)
        panels.change(OverrideEditor.self) { editor in
            let wanted = Set(editor.keys.map(\.name))
            let declared = Dictionary(keys.filter { wanted.contains($0.name) }.map { ($0.name, $0) }) { first, _ in
                first
            }
            gone = editor.follow { name in
                if let key = declared[name] { return key }
                let entry = report.snapshot.entries[name]
                guard entry != nil || report.overrides[name] != nil else { return nil }
                return CatalogKey(name: name, schema: ValueSchema(suggestedBy: entry?.text))
            }
            return gone.count < wanted.count
        }
        if !gone.isEmpty { say("\(OverrideTitle.words(for: gone)) no longer declared, and not overridden", .warning) }
    }
}
