import ExperimentsCore
import ExperimentsOperator

/// The link with which an app is opened: a URL as text, and as a QR code for the camera of a phone.
struct LinkPanel: TextPanel {
    let link: AppLink
    var text = ScrolledText<Filter>()
    private static let widest = 100

    init(_ link: AppLink) { self.link = link }

    var title: String { "Link \(link.app)" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField == nil, state.project.keyMap.command(for: press) == .copyValue { return .stay([.copy(link.url)]) }
        return read(press, state)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        readingHints(state.project.keyMap)
            + (typedField == nil ? state.project.keyMap.hint([.copyValue], "copy the URL") : [])
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        let room = max(10, min(Self.widest, state.size.columns - 6))
        let scan = link.code.isEmpty ? "" : ", or scan the code"
        var words = "Open a debug build of \(link.app) with this link\(scan). It works until you revoke it."
        if link.isLocal {
            words +=
                " Its server is reached from this machine and its simulators alone. For a phone, run: experiments serve"
                + " --host 0.0.0.0 --token TOKEN"
        }
        var lines = DisplayText(words).wrapped(to: room, limit: 10).map { [Span($0, .dim)] }
        lines.append([])
        // Whole, on as many lines as it takes: it is there to be copied.
        lines += DisplayText(link.url).wrapped(to: room, limit: 100).map { [Span($0, .value)] }
        let width = link.code.reduce(0) { max($0, DisplayText($1).width) }
        lines.append([])
        guard !link.code.isEmpty, width <= room else {
            lines.append([Span(link.problem ?? "the screen is too narrow for its QR code", .warning)])
            return lines
        }
        return lines + link.code.map { [Span($0, .text)] }
    }
}
