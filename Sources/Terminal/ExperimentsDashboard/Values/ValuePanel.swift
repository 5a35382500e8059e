import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator

/// The panel for typing a value to publish. The panel of the publication follows.
struct ValuePanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title: String
    private let key: CatalogKey
    private var field: TextField
    /// The reason why the value is not valid for the key.
    private var problem: String?

    /// - Parameter former: the published value.
    init(typing key: CatalogKey, from former: String?) {
        title = "Publish \(key.name)"
        self.key = key
        let field = TextField(value: former ?? "")
        self.field = key.schema.kind == .json ? field : field.selected
    }

    var typedField: TextField? { field }

    var escapeWord: String { "cancel" }

    mutating func paste(_ pasted: String, _ state: DashboardState) {
        field.insert(pasted)
        problem = nil
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if press == KeyPress(.escape) { return .close() }
        if press == KeyPress(.enter) {
            guard let edits = edits() else { return .stay() }
            return .stay([.values(.publish(ValueInput(.edits(edits), for: state.project.keys)))])
        }
        _ = field.handle(press)
        problem = nil
        return .stay()
    }

    /// Returns the typed value as an edit; nil if its key does not accept it, which the panel then says.
    mutating func edits() -> [String: ValueEdit]? {
        do throws(IncorrectValue) {
            try key.check(field.text)
            return [key.name: .set(field.text)]
        } catch {
            problem = "invalid value for \(key.name): \(error.reason)"
            return nil
        }
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] { [KeyHint(.enter, "review"), escapeHint] }

    func lines(_ state: DashboardState) -> [[Span]] {
        let text = PublishingText(state)
        return text.wrapped("New value for everyone from \(state.sourceName):", .dim)
            + text.wrapped(
                field.isSelected ? field.text : field.text + "_", field.isSelected ? .tabActive : .prompt)
            + (problem.map { text.wrapped($0, .promptError) } ?? [])
    }
}
