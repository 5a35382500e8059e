import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

extension OverrideEditor: Panel {
    private static let set = KeyHint(.enter, "set")
    private static let other = KeyHint("e", "other value")
    private static let otherField = KeyHint(.tab, "expiry, note")
    private static let otherFields = KeyHint(.tab, "expiry, note, scope")

    var escapeWord: String { "cancel" }

    var typedField: TextField? {
        switch (focus, input) {
        case (.value, .text(let field)): field
        case (.value, .choice): nil
        case (.expiry, _): expiry
        case (.note, _): note
        case (.aim, _): nil
        }
    }

    /// Returns the keys of the focused field.
    func hints(_ state: DashboardState) -> [KeyHint] {
        let here: [KeyHint] =
            switch (focus, input) {
            case (.value, .choice): state.project.keyMap.choosing() + [Self.other]
            case (.value, .text): [.externalEditor]
            case (.expiry, _): [KeyHint(several: "↓ ↑", "common expiries")]
            case (.note, _): []
            case (.aim, _): [KeyHint(several: "↓ ↑", "scope")]
            }
        return [needsInsisting ? .insist : Self.set] + here
            + (fields.count > 1 ? [fields.contains(.aim) ? Self.otherFields : Self.otherField] : []) + [
                escapeHint
            ]
            + (typedField == nil ? [] : [.empty])
    }

    mutating func takeEdited(_ text: String, of request: EditorRequest) {
        if request.key.name == keys.first?.name { replaceText(text) }
    }

    mutating func paste(_ text: String, _ state: DashboardState) {
        edit { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        switch press.key {
        case .escape:
            return .close([.send(\.overriding, .left(typed))])
        case .enter: return needsInsisting ? .stay() : commit(state)
        case _ where KeyHint.insist.press == press: return commit(state)
        case .tab: focus(by: 1)
        case .backTab: focus(by: -1)
        default: return takeInField(press, state)
        }
        return .stay()
    }

    private mutating func takeInField(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        switch (focus, input) {
        case (.value, .choice):
            if press == KeyPress(" ") { return needsInsisting ? .stay() : commit(state) }
            choose(press, state.project.keyMap)
        case (.value, .text):
            if case KeyHint.externalEditor = press { return .stay([.openEditor(request)]) }
            type(press)
        case (.expiry, _) where press.key == .down || press.key == .up:
            offerEnd(by: press.key == .down ? 1 : -1)
        case (.aim, _): chooseAim(press, state.project.keyMap)
        default: edit { _ = $0.handle(press) }
        }
        return .stay()
    }

    private mutating func chooseAim(_ press: KeyPress, _ map: KeyMap) {
        switch (press.key, map.command(for: press)) {
        case (.down, _), (.right, _), (_, .moveDown): selectAim(by: 1)
        case (.up, _), (.left, _), (_, .moveUp): selectAim(by: -1)
        default: break
        }
    }

    /// Handles a key of the choice. The keys that move in lists work here, too; digits choose by number.
    private mutating func choose(_ press: KeyPress, _ map: KeyMap) {
        if case Self.other = press { return typeAnyText() }
        switch (press.key, map.command(for: press)) {
        case (.down, _), (_, .moveDown): select(by: 1)
        case (.up, _), (_, .moveUp): select(by: -1)
        case (.character(let digit), _):
            if let number = digit.wholeNumberValue { select(row: number - 1) }
        default: break
        }
    }

    private mutating func type(_ press: KeyPress) {
        switch press {
        case KeyPress(.up): count(by: 1)
        case KeyPress(.down): count(by: -1)
        default: edit { _ = $0.handle(press) }
        }
    }

    private var request: EditorRequest {
        let isJSON = kind == .json
        let shown = isJSON ? (try? JSONValue(parsing: text))?.prettyText ?? text : text
        return EditorRequest(key: keys[0], text: shown, fileExtension: isJSON ? "json" : "txt")
    }
}

// Setting the entered override.
extension OverrideEditor {
    /// Sets the override. An invalid end is never accepted.
    mutating func commit(_ state: DashboardState) -> PanelAnswer {
        do throws(MessageError) {
            let edit = edit(of: state, until: try expiry(at: state.now))
            guard let edit, !edit.entries.isEmpty else {
                return .close([
                    .send(\.overriding, .committed), .say("nothing changed", .warning, seconds: 3),
                ])
            }
            return .close(
                [.send(\.overriding, .committed)] + state.propose(edit, question(edit.entries.count)))
        } catch {
            focusExpiry()
            return .stay([.say(error.line, .warning)])
        }
    }

    private func question(_ count: Int) -> String {
        fields.contains(.value)
            ? "Override \(count) keys\(aim.scope.titleEnding) with \(Quotation.of(text, limit: 30))?"
            : "Change note and expiry of \(count) overrides?"
    }

    /// Returns the edit that overrides the keys. Other members of existing overrides are preserved.
    private func edit(of state: DashboardState, until end: OverrideExpiry?) -> OverrideEdit? {
        let value = fields.contains(.value) ? text : nil
        let names = keys.map(\.name)
        // If an override was removed in the meantime, its note is dropped.
        let verbs = state.verbs(for: aim)
        return try? verbs.amend(
            value == nil ? names.filter { verbs.override(of: $0) != nil } : names, value: value,
            note: note.text == original.note ? nil : note.text, end: end
        ).aimed(at: aim)
    }
}

// Opening the override editor.
extension OverrideEditor {
    /// Opens it for the keys that actions apply to.
    static func opened(_ state: DashboardState) -> [Effect] {
        let keys = state.targets
        guard let first = keys.first else { return [] }
        let row = state.actsOnMarks ? nil : state.selectedRow
        let value =
            state.source.report.overrides[first.name]?.value ?? row?.valueText ?? (keys.count > 1 ? "" : nil)
        // An invalid value is shown unchanged, so that it can be corrected.
        return opened(on: keys, current: value ?? row?.remoteText, in: state)
    }

    /// Opens it with a value to review before setting it.
    static func opened(with value: String, _ state: DashboardState) -> [Effect] {
        opened(on: state.targets, current: value, in: state) + [
            .change(OverrideEditor.self) { editor in
                if editor.text != value { editor.replaceText(value) }
                return true
            }
        ]
    }

    /// Opens it for the notes and ends of existing overrides.
    static func openedOnNotes(_ state: DashboardState) -> [Effect] {
        let keys = state.targets.filter { state.source.report.overrides[$0.name] != nil }
        let areTeams = !keys.isEmpty && keys.allSatisfy { state.overriding.isTeams($0.name) }
        return opened(
            on: keys, fields: [.note, .expiry], current: nil, aim: areTeams ? .team : .mine, in: state)
    }

    /// Opens it for a key and a scope.
    static func opened(on key: CatalogKey, for scope: OverrideScope, _ state: DashboardState) -> [Effect] {
        let report = state.source.report
        let current = report.overrides[scope][key.name]?.value ?? report.overrides[key.name]?.value
        let held = report.rows.first { $0.name == key.name }?.valueText
        return opened(on: [key], current: current ?? held, aim: OverrideAim(.mine, for: scope), in: state)
    }

    /// - Parameter aim: the overrides to change, unless the operator chooses others.
    private static func opened(
        on keys: [CatalogKey], fields: [Field] = Field.usual, current: String?, aim: OverrideAim = .mine,
        in state: DashboardState
    ) -> [Effect] {
        // Notes and ends belong to the visible row, which is for everyone.
        let aims = fields.contains(.value) ? state.aims : state.aims.filter { $0.scope == .everyone }
        let asksWhom = aims.count > 1 || aim != .mine
        let report = state.source.report
        let overrides = keys.compactMap { report.overrides[$0.name] }
        let circumstances = report.circumstances(at: state.now)
        let ends = Set(
            keys.compactMap { key in
                report.overrides[key.name].map { override in
                    override.hasEnded(for: key.name, in: circumstances)
                        ? "" : OverrideExpiry(of: override).text
                }
            })
        let notes = Set(overrides.map { $0.note ?? "" })
        var editor = OverrideEditor(
            keys, fields: fields + (asksWhom ? [.aim] : []), current: current,
            expiry: ends.count == 1 ? ends.first ?? "" : "", note: notes.count == 1 ? notes.first ?? "" : "",
            now: state.now, localTime: state.project.localTime)
        if asksWhom { editor.offer(aims, choosing: aim) }
        let isResumed = editor.resume(state.overriding.typed)
        let words = "restored what you typed; \(KeyHint.empty.words("clears"))"
        return (isResumed ? [.say(words, .success, seconds: 4)] : []) + [.open(editor)]
    }
}

// Changes while the editor is open.
extension OverrideEditor {
    /// Passes the text from `$EDITOR` to the panel that waits for it.
    static func taking(_ result: Result<String, MessageError>, of request: EditorRequest) -> Effect {
        switch result {
        case .failure(let failure): return .say(failure.message, .warning)
        case .success(let edited):
            let text = compact(edited)
            return .changeEach { $0.takeEdited(text, of: request) }
        }
    }

    /// Removes from a text what the editor added for reading: returns JSON on one line, without a newline at the end.
    private static func compact(_ text: String) -> String {
        if let value = try? JSONValue(parsing: text) { return value.compactText }
        return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
    }

    /// Checks the text of an open editor with the current declarations. Closes the editor when its last key is gone.
    static func followingDeclarations(_ state: DashboardState) -> [Effect] {
        guard var editor = state.panels.first(OverrideEditor.self) else { return [] }
        let (keys, report) = (state.project.keys, state.source.report)
        let wanted = Set(editor.keys.map(\.name))
        let declared = Dictionary(keys.filter { wanted.contains($0.name) }.map { ($0.name, $0) }) {
            first, _ in first
        }
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
        return [
            following,
            .say("\(OverrideTitle.words(for: gone)) no longer declared, so not overridden", .warning),
        ]
    }
}
