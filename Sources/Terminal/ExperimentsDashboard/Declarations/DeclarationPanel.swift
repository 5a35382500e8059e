import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport

/// The changes that an edit would make to the project file, shown as a diff before it is written.
struct DeclarationPanel: TextPanel {
    let title: String
    var text = ScrolledText<Filter>()
    /// The proposed change; nil until it is known, or if it cannot be made.
    private(set) var change: ProjectChange?
    private var diff: [Span] = [Span("reading the project file…", .dim)]
    /// Whether it is being written.
    private(set) var isWriting = false

    init(title: String) {
        self.title = title
    }

    mutating func take(_ answer: ProjectEditAnswer) {
        isWriting = false
        text = ScrolledText()
        switch answer {
        case .proposal(let change), .written(let change): show(change)
        case .changedMeanwhile(let change):
            show(change)
            diff.insert(Span("The file has changed in the meantime. This is the new edit:", .warning), at: 0)
        case .refused(let reason):
            change = nil
            diff = reason.lines.map { Span(VisibleText.of($0), .error) }
        }
    }

    private mutating func show(_ change: ProjectChange) {
        self.change = change
        let patch = LineDifference(change.sides.before, change.sides.after).unified("before", "after")
        // The name of the file is obvious.
        diff = patch.withoutLastLineEnd.lines.dropFirst(2).map { line in
            let role: Role =
                line.hasScalarPrefix("+")
                ? .diffNew : line.hasScalarPrefix("-") ? .diffOld : line.hasPrefix("@@") ? .dim : .popup
            return Span(VisibleText.of(line.last == "\r" ? line.dropLast() : line), role)
        }
    }

    func lines(_ state: DashboardState) -> [[Span]] { Self.wrapped(diff, state) }

    var closeWord: String { "cancel" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField == nil, press.key == .enter {
            // If the key is pressed again while the file is written, do nothing more.
            guard let change, !isWriting else { return .stay() }
            isWriting = true
            return .stay([.editProject(.write(change))])
        }
        return read(press, state)
    }

    /// Returns text in as many lines of the screen as it needs.
    static func wrapped(_ spans: [Span], _ state: DashboardState) -> [[Span]] {
        let room = max(10, state.size.columns - 6)
        return spans.flatMap { $0.wrapped(to: room, limit: 100) }
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let write = change == nil || typedField != nil ? [] : [KeyHint(.enter, "write")]
        return write + readingHints(state.project.keyMap)
    }
}

// Commands for keys in the project file: the change is shown first, and takes effect like any change to the file.
extension [Command] {
    static let declaring: [Command] = [.declareKeys, .dropKeys]
}

extension Command {
    static let declareKeys: Command = Command(
        "declare", title: "Declare the key in the project file", in: .declaring, keys: ["a"],
        footer: FooterPlace("declare", at: .row(10)) { $0.reasonDisabled(.declareKeys) == nil },
        shell: "experiments declare KEY", whyNot: { DeclarationPanel.reasonNotEditing($0, declares: true) },
        run: { DeclarationPanel.opened($0, declares: true) })
    static let dropKeys: Command = Command(
        "drop", title: "Drop the key from the project file", in: .declaring, keys: ["x"],
        shell: "experiments drop KEY", whyNot: { DeclarationPanel.reasonNotEditing($0, declares: false) },
        run: { DeclarationPanel.opened($0, declares: false) })
}

extension DeclarationPanel {
    /// Asks how declaring or dropping the keys of an action would change the project file.
    fileprivate static func opened(_ state: DashboardState, declares: Bool) -> [Effect] {
        let names = editable(state, declares: declares)
        let words = names.count == 1 ? names[0] : "\(names.count) keys"
        let (declared, source) = (state.project.keys, state.source.report)
        let drafted: @Sendable () -> [CatalogKey] = {
            DeclarationDraft(declared: declared, snapshot: source.snapshot, overrides: source.overrides).keys(
                names)
        }
        return [
            .open(DeclarationPanel(title: (declares ? "Declare " : "Drop ") + words)),
            .editProject(declares ? .declare(drafted) : .drop(names)),
        ]
    }

    /// Returns why no key of an action can be declared, or removed from the project file; nil if one can.
    fileprivate static func reasonNotEditing(_ state: DashboardState, declares: Bool) -> String? {
        if !state.project.hasFile { return "no project file" }
        if state.project.isReadOnly { return "read-only: cannot change the project file" }
        let hasMarks = !state.overriding.marks.isEmpty
        if !state.screen.listsKeys || !hasMarks, let reason = state.reasonNoKey { return reason }
        guard editable(state, declares: declares).isEmpty else { return nil }
        let words = declares ? "already declared" : "not declared"
        return hasMarks ? "the marked keys are \(words)" : "the key is \(words)"
    }

    private static func editable(_ state: DashboardState, declares: Bool) -> [String] {
        let targets = state.targets.map(\.name)
        guard targets.count > 1 else { return targets.filter { isDeclared($0, state) != declares } }
        let declared = Set(state.project.keys.map(\.name))
        return targets.filter { declared.contains($0) != declares }
    }

    /// Returns whether the project declares a key, according to the row under the cursor.
    private static func isDeclared(_ name: String, _ state: DashboardState) -> Bool {
        if name == state.selectedName,
            let row = state.list.keys.row(at: state.position.cursor, of: state.source.report)
        {
            return row.isDeclared
        }
        return state.project.keys.contains { $0.name == name }
    }

    /// Handles the answer to an edit.
    static func taking(_ answer: ProjectEditAnswer) -> [Effect] {
        switch answer {
        case .proposal, .changedMeanwhile, .refused:
            return [.tell(DeclarationPanel.self) { $0.take(answer) }]
        case .written(let change):
            return [
                .close(DeclarationPanel.self), .unmark(Set(change.edit.names)),
                .say("\(change.edit.doneWords) in the project file", .success, as: .file),
            ]
        }
    }
}

/// A request to change the project file.
package enum ProjectEditRequest: Sendable {
    /// Compute how declaring some keys would change the file. The keys are drafted on a background thread.
    case declare(@Sendable () -> [CatalogKey])
    /// Compute how dropping some keys would change the file.
    case drop([String])
    /// Write a change after it was shown.
    case write(ProjectChange)

    /// Returns the change without writing anything.
    func rehearsed(with editor: ProjectFileEditor) -> ProjectEditAnswer {
        if case .write = self { return .refused("files are not written here") }
        return answered(by: editor)
    }

    /// Performs the request.
    func answered(by editor: ProjectFileEditor) -> ProjectEditAnswer {
        do {
            switch self {
            case .declare(let drafted):
                return .proposal(try editor.proposal(for: .declare(drafted())))
            case .drop(let names): return .proposal(try editor.proposal(for: .drop(names)))
            case .write(let change):
                if try editor.write(change) { return .written(change) }
                return .changedMeanwhile(try editor.proposal(for: change.edit))
            }
        } catch let problem as any OperatorError {
            return .refused(ErrorReport(problem).text())
        } catch {
            return .refused("\(error)")
        }
    }
}

/// The answer to a request about the project file.
package enum ProjectEditAnswer: Sendable, Hashable {
    /// The proposed change.
    case proposal(ProjectChange)
    /// The change was written.
    case written(ProjectChange)
    /// Another program has changed the file in the meantime. The change was computed again for the new version.
    case changedMeanwhile(ProjectChange)
    /// The request was refused, for this reason in one or more lines.
    case refused(String)
}
