import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation

/// The values that the app under the cursor actually has, key by key, beside those here and those of the other linked
/// apps.
struct AppMatrix {
    /// A key and its values.
    struct Row {
        let name: String
        /// The value here; nil if the default is not known.
        let here: String?
        /// The report of the app under the cursor; nil if it does not know the key.
        let there: ReportedKey?
        /// Why the two differ; nil if they are the same.
        let reason: AppComparison.Reason?
    }

    /// The maximum number of rows. If there are more, the screen names a command that prints all of them.
    static let limit = 500

    let app: ConnectedApp
    /// The other linked apps, in the order of the list.
    let others: [ConnectedApp]
    let rows: [Row]
    /// The number of rows that are not listed.
    let hiddenCount: Int
    let comparison: AppComparison
    private let position: ListPosition

    /// Creates the matrix; nil if there is no app under the cursor, or its values are unknown.
    init?(_ state: DashboardState) {
        guard let app = state.selectedApp, let compared = state.apps.compared[app.id],
            compared.comparison.isKnown
        else {
            return nil
        }
        self.app = app
        others = state.list.apps.lazy.filter { $0.isConnected && $0.id != app.id && $0.values != nil }.prefix(
            6
        ).map(
            \.self)
        comparison = compared.comparison
        let differing = comparison.rows.filter { $0.reason != .undeclaredThere }
        var rows = differing.map { Row(name: $0.name, here: $0.here, there: $0.there, reason: $0.reason) }
        if state.apps.showsAllKeys {
            rows += comparison.same.map { Row(name: $0.name, here: $0.here, there: $0.there, reason: nil) }
            rows += comparison.rows.filter { $0.reason == .undeclaredThere }
                .map { Row(name: $0.name, here: $0.here, there: nil, reason: $0.reason) }
        }
        self.rows = Array(rows.prefix(Self.limit))
        hiddenCount = rows.count - self.rows.count
        position = state.apps.matrix
    }

    var differingCount: Int { comparison.rows.count - undeclaredCount }

    var undeclaredCount: Int { comparison.rows.count { $0.reason == .undeclaredThere } }

    /// Returns the position of the cursor, or the number of rows.
    func count(isInMatrix: Bool) -> String {
        rows.isEmpty ? "" : isInMatrix ? "\(cursor + 1)/\(rows.count)" : CountText.grouped(rows.count)
    }

    /// The row of the cursor: that of its key, if the key is still listed.
    var cursor: Int {
        var position = position
        let rows = rows
        position.follow(count: rows.count) {
            rows[$0].name
        } place: { name in
            rows.firstIndex { $0.name == name }
        }
        return position.cursor
    }

    var selected: Row? { rows.indices.contains(cursor) ? rows[cursor] : nil }

    /// Returns the words for a reason, with the time if the reason has one.
    func words(_ reason: AppComparison.Reason, at now: Date) -> String {
        guard reason == .older || reason == .olderOrOtherUser, let date = app.fetchedAt else {
            return reason.words
        }
        return "\(reason.words) (\(TimeText.ago(date, now: now)))"
    }
}

// The keys for the matrix, while the cursor is in it.
extension LinkedAppList {
    func isInDetails(_ state: DashboardState) -> Bool { state.apps.isInMatrix && state.details.isShown }

    func performInDetails(_ command: Command, _ state: inout DashboardState) -> [Effect]? {
        guard state.details.isShown, let matrix = AppMatrix(state) else { return nil }
        guard state.apps.isInMatrix else {
            guard [.details, .openDetails].contains(command), !matrix.rows.isEmpty else { return nil }
            state.apps.isInMatrix = true
            move(to: matrix.cursor, matrix, &state)
            return []
        }
        let page = max(1, state.detailBoxes.main.inside.rows - 2)
        switch command {
        case .moveDown: move(to: matrix.cursor + 1, matrix, &state)
        case .moveUp: move(to: matrix.cursor - 1, matrix, &state)
        case .pageDown, .halfPageDown: move(to: matrix.cursor + page, matrix, &state)
        case .pageUp, .halfPageUp: move(to: matrix.cursor - page, matrix, &state)
        case .top: move(to: 0, matrix, &state)
        case .bottom: move(to: matrix.rows.count - 1, matrix, &state)
        case .back, .closeDetails: state.apps.isInMatrix = false
        case .details, .openDetails:
            guard let name = matrix.selected?.name else { return [] }
            state.apps.isInMatrix = false
            state.show(.keys, filteredBy: Filter(), at: name)
        case .setOverride: return override(matrix, state)
        case .removeOverride: return remove(matrix, state)
        default: return nil
        }
        return []
    }

    /// Puts the cursor on the clicked row of the matrix, or opens the key if the cursor is there already.
    func clickInDetails(at row: Int, _ state: inout DashboardState) -> [Effect] {
        guard let matrix = AppMatrix(state), matrix.rows.indices.contains(row) else { return [] }
        if isInDetails(state), row == matrix.cursor { return performInDetails(.details, &state) ?? [] }
        state.apps.isInMatrix = true
        move(to: row, matrix, &state)
        return []
    }

    /// Opens the editor for the key under the cursor, for this app only.
    private func override(_ matrix: AppMatrix, _ state: DashboardState) -> [Effect]? {
        guard !state.project.isReadOnly, let name = matrix.selected?.name else { return nil }
        guard let key = state.project.keys.first(where: { $0.name == name }) else {
            return [.say("\(name) is not declared here, so it cannot be overridden", .warning, seconds: 5)]
        }
        return OverrideEditor.opened(on: key, for: matrix.app.scope, state)
    }

    /// Removes the override of the key under the cursor for this app only.
    ///
    /// - Returns: nil if there is none. The command then removes all overrides of the app.
    private func remove(_ matrix: AppMatrix, _ state: DashboardState) -> [Effect]? {
        let scope = matrix.app.scope
        guard !state.project.isReadOnly, let name = matrix.selected?.name,
            state.source.report.overrides[scope][name] != nil
        else { return nil }
        let edit = state.verbs(for: OverrideAim(.mine, for: scope)).removeAll([name]).scoped(to: scope)
        return [.editOverrides(edit)]
    }

    private func move(to row: Int, _ matrix: AppMatrix, _ state: inout DashboardState) {
        state.apps.matrix.move(to: row, count: matrix.rows.count) { matrix.rows[$0].name }
        let (boxes, cursor) = (state.detailBoxes, state.apps.matrix.cursor)
        guard boxes.rowStarts.indices.contains(cursor) else { return }
        let (line, rows) = (boxes.rowStarts[cursor], boxes.main.inside.rows)
        // Scroll to the column titles too, if this is the first row.
        if line < state.details.scroll + 1 { state.details.scroll = max(0, line - 1) }
        if line > state.details.scroll + rows - 1 { state.details.scroll = line - rows + 1 }
    }
}
