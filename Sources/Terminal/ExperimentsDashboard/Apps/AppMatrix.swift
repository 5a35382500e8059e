import ExperimentsCore
import ExperimentsOperator
import Foundation
import LinkProtocol

/// The values that the app under the cursor really has, key by key, beside those here and those of the other linked
/// apps.
struct AppMatrix {
    /// A key, and its values.
    struct Row {
        let name: String
        /// The value here; nil for a default that is not known.
        let here: String?
        /// What the app under the cursor reported; nil if it does not know the key.
        let there: ReportedKey?
        /// Why the two differ; nil if they are the same.
        let reason: AppComparison.Reason?
    }

    /// The maximum number of rows. The command that prints the rest is named instead.
    static let limit = 500

    let app: ConnectedApp
    /// The other linked apps, in the order of the list.
    let others: [ConnectedApp]
    let rows: [Row]
    /// The number of rows that are not listed.
    let hiddenCount: Int
    let comparison: AppComparison
    private let position: ListPosition

    /// Returns nil if there is no app under the cursor, or its values are unknown.
    init?(_ state: DashboardState) {
        guard let app = state.selectedApp, let compared = state.apps.compared[app.id], compared.comparison.isKnown
        else {
            return nil
        }
        self.app = app
        others = state.list.apps.lazy.filter { $0.isConnected && $0.id != app.id && $0.values != nil }.prefix(6).map(
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

    /// The position of the cursor, or the number of rows.
    func count(isInMatrix: Bool) -> String {
        rows.isEmpty ? "" : isInMatrix ? "\(cursor + 1)/\(rows.count)" : CountText.grouped(rows.count)
    }

    /// The row of the cursor: that of its key, if it is still listed.
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

    /// The words for a reason, with the time if it is one of time.
    func words(_ reason: AppComparison.Reason, at now: Date) -> String {
        guard reason == .older, let date = app.fetchedAt else { return reason.words }
        return "\(reason.words) (\(TimeText.ago(date, now: now)))"
    }
}

// The keys that work in the matrix, while the cursor is there.
extension DashboardState {
    /// Whether the cursor is in the matrix, and not in the list of apps.
    var isInMatrix: Bool { screen == .apps && apps.isInMatrix && details.isShown }

    /// Does what a command means in the matrix.
    ///
    /// - Returns: nil for a command that means the same everywhere.
    mutating func performInMatrix(_ command: Command) -> [Effect]? {
        guard screen == .apps, details.isShown, let matrix = AppMatrix(self) else { return nil }
        guard apps.isInMatrix else {
            guard [.details, .openDetails].contains(command), !matrix.rows.isEmpty else { return nil }
            apps.isInMatrix = true
            moveInMatrix(to: matrix.cursor, matrix)
            return []
        }
        let page = max(1, detailBoxes.main.inside.rows - 2)
        switch command {
        case .moveDown: moveInMatrix(to: matrix.cursor + 1, matrix)
        case .moveUp: moveInMatrix(to: matrix.cursor - 1, matrix)
        case .pageDown, .halfPageDown: moveInMatrix(to: matrix.cursor + page, matrix)
        case .pageUp, .halfPageUp: moveInMatrix(to: matrix.cursor - page, matrix)
        case .top: moveInMatrix(to: 0, matrix)
        case .bottom: moveInMatrix(to: matrix.rows.count - 1, matrix)
        case .back, .closeDetails: apps.isInMatrix = false
        case .details, .openDetails:
            guard let name = matrix.selected?.name else { return [] }
            apps.isInMatrix = false
            show(.keys, filteredBy: Filter(), at: name)
        case .setOverride: return overrideInMatrix(matrix)
        case .removeOverride: return removeInMatrix(matrix)
        default: return nil
        }
        return []
    }

    /// Puts the cursor on a row of the matrix that was clicked, or opens the key if it is there already.
    mutating func clickInMatrix(at row: Int) -> [Effect] {
        guard let matrix = AppMatrix(self), matrix.rows.indices.contains(row) else { return [] }
        if isInMatrix, row == matrix.cursor { return performInMatrix(.details) ?? [] }
        apps.isInMatrix = true
        moveInMatrix(to: row, matrix)
        return []
    }

    /// Opens the editor for the key under the cursor, for the app alone.
    private func overrideInMatrix(_ matrix: AppMatrix) -> [Effect]? {
        guard !project.isReadOnly, let name = matrix.selected?.name else { return nil }
        guard let key = project.keys.first(where: { $0.name == name }) else {
            return [.say("\(name) is not declared here, so it cannot be overridden", .warning, seconds: 5)]
        }
        guard let scope = selectedAppScope else { return nil }
        return OverrideEditor.opened(on: key, for: scope, self)
    }

    /// Removes the override of the key under the cursor for the app alone.
    ///
    /// - Returns: nil if there is none: the command is about all of the app's own, then.
    private func removeInMatrix(_ matrix: AppMatrix) -> [Effect]? {
        guard !project.isReadOnly, let scope = selectedAppScope, let name = matrix.selected?.name,
            source.report.overrides[scope][name] != nil
        else { return nil }
        let edit = verbs(for: OverrideAim(.mine, for: scope)).removeAll([name]).scoped(to: scope)
        return [.editOverrides(edit)]
    }

    private mutating func moveInMatrix(to row: Int, _ matrix: AppMatrix) {
        apps.matrix.move(to: row, count: matrix.rows.count) { matrix.rows[$0].name }
        let boxes = detailBoxes
        guard boxes.rowStarts.indices.contains(apps.matrix.cursor) else { return }
        let (line, rows) = (boxes.rowStarts[apps.matrix.cursor], boxes.main.inside.rows)
        // With the titles of the columns, if it is the first.
        if line < details.scroll + 1 { details.scroll = max(0, line - 1) }
        if line > details.scroll + rows - 1 { details.scroll = line - rows + 1 }
    }
}
