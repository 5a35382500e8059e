import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation

/// The panel with the link that opens an app: a QR code for the camera of a phone, and a URL. It covers the whole
/// screen except the footer, so that the code fits.
struct LinkPanel: Panel {
    private static let serveLAN = KeyHint("s", "serve lan")
    /// The minimum number of columns for text beside the code.
    private static let leastColumns = 30

    let link: AppLink
    private let code: QRCode?
    /// The apps that were linked when the link was made, or a moment before. They reconnect by their own links.
    private let known: Set<AppID>
    private static let moment: TimeInterval = 60

    init(_ link: AppLink, _ apps: AppsState, at now: Date) {
        self.link = link
        code = QRCode(link.url)
        known = Set(
            apps.apps.values.filter { $0.isConnected || now.timeIntervalSince($0.lastSeen) < Self.moment }
                .map(\.id))
    }

    var escapeWord: String { "close" }

    var offersHelp: Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [escapeHint] + state.project.keyMap.hint([.copyValue], "copy the URL")
            + (offersNetwork(state) ? [Self.serveLAN] : [])
    }

    private func offersNetwork(_ state: DashboardState) -> Bool {
        link.isLocal && state.apps.reasonNotServing == nil
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let command = state.project.keyMap.command(for: press)
        if command == .copyValue { return .stay([.copy(link.url)]) }
        if press == KeyPress("s"), offersNetwork(state) {
            return .stay([.send(\.apps, .serveNetwork(linking: link.app))])
        }
        return press.key == .enter || state.project.keyMap.leavesPanel(press) ? .close() : .stay()
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let all = CellRect(state.size).splitBottom(1).rest
        func picture(in area: CellRect) -> QRPicture? {
            code.flatMap {
                QRPicture($0, columns: area.columns, rows: area.rows, isASCII: state.appearance.isASCII)
            }
        }
        // The first line names the source, so it stays. Without a frame there is more room for the code.
        let frame = all.splitTop(1).rest
        let isFramed =
            Layout.hasFrames(state.size)
            && (picture(in: frame.inset(by: 1)) != nil || picture(in: all) == nil)
        let screen = isFramed ? frame.inset(by: 1) : all
        canvas.fill(isFramed ? frame : all, .text)
        if isFramed { Box.draw(BoxTitle("Link \(link.app)"), in: frame, isActive: true, &canvas) }
        // A code that no phone can use would only draw attention.
        let picture = link.isLocal ? nil : picture(in: screen)
        let text: CellRect
        if let picture {
            draw(picture, at: screen.origin, isASCII: state.appearance.isASCII, on: &canvas)
            let beside = screen.splitLeft(picture.columns).rest
            text = beside.columns >= Self.leastColumns ? beside : screen.splitTop(picture.rows).rest
        } else {
            text = screen
        }
        let inside = text.inset(columns: min(2, max(0, (text.columns - 10) / 2)), rows: text.rows > 4 ? 1 : 0)
        var lines =
            isFramed ? [] : Span("Link \(link.app)", .title).wrapped(to: inside.columns, limit: 100) + [[]]
        lines += self.lines(state, columns: inside.columns, hasCode: picture != nil)
        for (row, line) in lines.prefix(inside.rows).enumerated() {
            canvas.put(
                line, at: CellPoint(column: inside.column, row: inside.row + row), maxColumns: inside.columns)
        }
    }

    /// Draws the code white on black in every theme. Without colors, light modules are as bright as text.
    private func draw(
        _ picture: QRPicture, at origin: CellPoint, isASCII: Bool, on canvas: inout Canvas
    ) {
        let hasColors = canvas.theme[.incorrect].foreground != .terminal
        let (white, black) = (Color.rgb(255, 255, 255), Color.rgb(0, 0, 0))
        let style = hasColors ? CellStyle(foreground: white, background: black) : CellStyle.terminal
        for (row, line) in picture.lines.enumerated() {
            let point = CellPoint(column: origin.column, row: origin.row + row)
            canvas.frame.put(line, at: point, style: style)
            guard isASCII else { continue }
            // Letters are not square, but their backgrounds fill the cell.
            let light = hasColors ? CellStyle(background: white) : CellStyle(attributes: .reverse)
            for (column, letter) in line.enumerated() where letter == "#" {
                let cell = CellRect(column: point.column + column, row: point.row, columns: 1, rows: 1)
                canvas.frame.fill(cell, style: light, character: " ")
            }
        }
    }

    private func lines(_ state: DashboardState, columns: Int, hasCode: Bool) -> [[Span]] {
        func wrapped(_ text: String, _ role: Role) -> [[Span]] {
            Span(text, role).wrapped(to: columns, limit: 100)
        }
        let open = hasCode ? "Scan the code with a phone, or open" : "Open"
        var lines: [[Span]] = []
        if link.isLocal {
            let way =
                offersNetwork(state)
                ? Self.serveLAN.words("serves your network (:serve lan) and shows a code for phones.")
                : Self.serverWords
            let warning = "A phone cannot reach this address, only this machine and its Simulator. "
            lines += wrapped(warning + way, .warning) + [[]]
        }
        lines += wrapped("\(open) a debug build of \(link.app) with this URL:", .text)
        // The URL is never cut, so that it can be copied.
        lines += wrapped(link.url, .value) + [[]]
        if !link.isLocal {
            if !hasCode { lines += wrapped(sizeWords(state), .warning) + [[]] }
            lines += wrapped("The phone must be on the same network.", .dim)
        }
        lines += wrapped("The link works until you revoke it.", .dim) + [[]]
        let arrived = state.apps.apps.values.filter {
            $0.isConnected && $0.id.app == link.app && !known.contains($0.id)
        }
        if arrived.isEmpty { return lines + wrapped("Waiting for \(link.app)…", .dim) }
        return lines + arrived.sorted { $0.id < $1.id }.flatMap { wrapped("✓ \($0.title) linked", .success) }
    }

    private static let serverWords = "For a phone, run `experiments serve --host 0.0.0.0 --token TOKEN`."

    /// Returns how much room the code needs.
    private func sizeWords(_ state: DashboardState) -> String {
        guard let code else { return "The link is too long for a QR code." }
        let least = QRPicture.smallest(of: code, isASCII: state.appearance.isASCII)
        return "The QR code needs a window of \(least.columns)x\(least.rows + 1)."
    }
}
