import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

/// A dashboard for which every list is long: nothing is put in order, searched or compared in the loop.
private struct BusyDashboard {
    var fixture: ShopFixture
    fileprivate(set) var waiting: [Effect] = []
    private(set) var discarded: [DiscardedValues] = []

    init(size: CellSize = CellSize(columns: 100, rows: 20), isBusy: Bool = true) {
        fixture = ShopFixture(size: size, sources: SourceTests.sources)
        if isBusy { fixture.state.list.keys.quickCount = 0 }
        take(.tick, at: ShopFixture.start)
    }

    var state: DashboardState { fixture.state }

    mutating func take(_ message: Message, at date: Date? = nil) {
        for effect in fixture.state.update(message, at: date) {
            switch effect {
            case .resolve, .prepare, .compare: waiting.append(effect)
            case .release(let box): discarded.append(box)
            default: break
            }
        }
    }

    mutating func press(_ names: String...) throws {
        for name in names { take(.input(.key(try KeyPress(parsing: name)))) }
    }

    mutating func type(_ text: String) {
        for character in text { take(.input(.key(KeyPress(character)))) }
    }

    /// Does one thing that waits to be done.
    mutating func answer(_ index: Int = 0) {
        switch waiting.remove(at: index) {
        case .resolve(let request): take(.resolved(request.resolved()), at: state.now)
        case .prepare(let request): take(.prepared(request.prepared()))
        case .compare(let request): take(.to(\.comparison, .compared(request.compared())))
        default: break
        }
    }

    mutating func answerAll() {
        while !waiting.isEmpty { answer() }
    }

    mutating func arrive(_ snapshot: Snapshot) {
        take(.sourceEvent(source: "production", .snapshotChanged(snapshot)), at: state.now)
    }

    /// The names in the list, in its order, and the headings.
    var lines: [String] { (0..<state.rowCount).map { state.itemName($0) ?? "" } }

    /// The rows of the comparison.
    var differences: [SourceComparison.Row]? {
        guard let panel = state.panels.first(ComparisonPanel.self), panel.isCompared else { return nil }
        return (0..<panel.count).compactMap { panel.difference(at: $0) }
    }
}

@Suite("Work in the background", .inTurn)
struct BackgroundWorkTests {
    private static let other = ShopFixture.snapshot.changing([
        "max_items": "2", "only_here": "x", "paywall_type": nil,
    ])

    @Test("work in the background gives the same result as in the loop, in any order")
    func sameAsInTheLoop() throws {
        for round in 0..<UInt64(FuzzEffort.rounds(usually: 40)) {
            var generator = SeededGenerator(seed: round &+ FuzzEffort.seed)
            var (quick, busy) = (BusyDashboard(isBusy: false), BusyDashboard())
            var story = ["\(round):"]
            for step in 0..<40 {
                func both(_ change: (inout BusyDashboard) throws -> Void) rethrows {
                    try change(&quick)
                    try change(&busy)
                }
                let choice = Int.random(in: 0..<14, using: &generator)
                story.append("\(choice)")
                switch choice {
                case 0: try both { try $0.press("s") }
                case 1: try both { try $0.press("v") }
                case 2: try both { try $0.press("/", "u", "Enter") }
                case 3: try both { try $0.press("/", "Backspace", "Backspace", "c", "Enter") }
                case 4:
                    let screen = ["1", "2", "3", "4", "5"].randomElement(using: &generator) ?? "1"
                    try both { try $0.press(screen) }
                case 5:
                    // What is marked is what is shown.
                    busy.answerAll()
                    try both { try $0.press("M") }
                case 6, 7:
                    let name = ShopFixture.keys.randomElement(using: &generator)?.name ?? ""
                    let overrides = OverrideSet([name: Override(value: "\(step % 3)")])
                    let message = Message.sourceEvent(
                        source: "production", .overridesChanged(OverrideStoreState(overrides: overrides)))
                    both { $0.take(message) }
                case 8, 9:
                    // What came before is part of what comes next.
                    busy.answerAll()
                    let names = ShopFixture.keys.map(\.name).filter { _ in Bool.random(using: &generator) }
                    let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, String?("\(step)")) })
                    both { $0.arrive($0.state.history.timeline.newest.changing(texts)) }
                case 10:
                    busy.answerAll()
                    let key = ["[", "]"].randomElement(using: &generator) ?? "["
                    try both { try $0.press(key) }
                case 11: try both { try $0.press("c") }
                default:
                    if !busy.waiting.isEmpty {
                        busy.answer(Int.random(in: 0..<busy.waiting.count, using: &generator))
                    }
                }
            }
            busy.answerAll()
            #expect(busy.lines == quick.lines, "\(story)")
            #expect(busy.state.source.report.rows == quick.state.source.report.rows, "\(story)")
            #expect(busy.state.source.report.counts == quick.state.source.report.counts)
            #expect(busy.state.source.lastChanges == quick.state.source.lastChanges, "\(story)")
            #expect(busy.state.source.changedAt.arrivals == quick.state.source.changedAt.arrivals)
            #expect(busy.state.source.changedAt.overrides == quick.state.source.changedAt.overrides)
            #expect(busy.state.marked == quick.state.marked, "\(story)")
            #expect(
                busy.state.overriding.hiddenMarkCount == quick.state.overriding.hiddenMarkCount, "\(story)")
            #expect(busy.state.list.keyColumnWidth == quick.state.list.keyColumnWidth)
            #expect(
                busy.state.history.timeline.generations.count
                    == quick.state.history.timeline.generations.count)
        }
    }

    @Test("the list is made searchable before anybody searches")
    func beforeTheFirstSearch() {
        var busy = BusyDashboard()
        #expect(busy.waiting.count == 1)
        #expect(busy.state.list.keys.longestName == nil)
        busy.answerAll()
        #expect(busy.state.list.keys.longestName == busy.state.list.keyColumnWidth)
        busy.arrive(Self.other)
        busy.answerAll()
        #expect(busy.state.list.keys.longestName == busy.state.list.keyColumnWidth)
        #expect(busy.waiting.isEmpty)
    }

    @Test(
        "rows stay in the order before until they are in the other one, and an order that comes too late is not taken"
    )
    func lateOrder() throws {
        var busy = BusyDashboard()
        busy.answerAll()
        let declared = busy.lines
        try busy.press("s", "s")
        #expect(busy.lines == declared)
        busy.answer(1)
        let byStatus = busy.lines
        #expect(byStatus != declared && busy.state.list.sort.column == .status)
        busy.answer(0)
        #expect(busy.lines == byStatus)
        #expect(busy.waiting.isEmpty)
    }

    @Test("a list that changed while it was prepared is prepared again")
    func preparedTooLate() {
        var busy = BusyDashboard()
        let overrides = OverrideSet(["max_items": Override(value: "3")])
        busy.take(
            .sourceEvent(
                source: "production", .overridesChanged(OverrideStoreState(overrides: overrides))),
            at: ShopFixture.start)
        busy.answer()
        #expect(busy.state.list.keys.longestName == nil)
        #expect(busy.waiting.count == 1)
        busy.answer()
        #expect(busy.state.list.keys.longestName != nil)
    }

    @Test("values that are no longer shown are released in the background, and nothing keeps them")
    func lettingGo() {
        var busy = BusyDashboard()
        busy.answerAll()
        busy.arrive(Self.other)
        busy.answerAll()
        #expect(!busy.discarded.isEmpty)
        final class Watched: Sendable {}
        weak var last: Watched?
        let box: DiscardedValues
        do {
            let thing = Watched()
            last = thing
            box = DiscardedValues([thing])
        }
        #expect(last != nil)
        box.release()
        #expect(last == nil)
        withExtendedLifetime(box) {}
    }

    @Test("two sources are compared in the background, and a comparison that is late is not taken")
    func comparing() throws {
        var busy = BusyDashboard()
        busy.answerAll()
        try busy.press("=")
        busy.take(.to(\.comparison, .read(name: "staging", Self.other, problem: nil)), at: ShopFixture.start)
        #expect(busy.differences == nil)
        #expect(busy.fixture.screen.contains("fetching…"))
        busy.arrive(ShopFixture.snapshot.changing(["max_items": "2"]))
        let comparison = busy.waiting.firstIndex { if case .compare = $0 { true } else { false } }
        let first = busy.waiting.remove(comparison)
        busy.answerAll()
        let expected = SourceComparison(busy.state.source.report.snapshot, Self.other, keys: ShopFixture.keys)
            .rows
        #expect(busy.differences == expected)
        if case .compare(let request) = first { busy.take(.to(\.comparison, .compared(request.compared()))) }
        #expect(busy.differences == expected)
        try busy.press("/")
        busy.type("only_h")
        #expect(busy.differences?.map(\.name) == ["only_here"])
        try busy.press("Esc")
        #expect(busy.differences == expected)
        #expect(busy.waiting.isEmpty)
    }

    @Test("an alert is put in words in the background")
    func alert() throws {
        var busy = BusyDashboard()
        busy.answerAll()
        busy.fixture.state.project.alertRules = AlertRules(keys: ["max_items"], tellsBroken: true)
        busy.arrive(ShopFixture.snapshot.changing(["max_items": "8", "price_factor": "much"]))
        busy.answerAll()
        #expect(busy.state.notices.notice?.text == "max_items changed: 7 → 8, and 1 more")
    }
}

extension [Effect] {
    fileprivate mutating func remove(_ index: Int?) -> Effect? {
        index.map { remove(at: $0) }
    }
}
