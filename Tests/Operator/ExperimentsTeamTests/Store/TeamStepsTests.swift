import ExperimentsCore
import ExperimentsEtcdClient
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("Which steps of a team's journal are new", .inTurn)
struct TeamStepsTests {
    private func view(_ numbers: ClosedRange<Int>?, isConnected: Bool = true) -> TeamView {
        var view = TeamView()
        view.status.state = isConnected ? .connected : .connecting
        let steps = (numbers.map(Array.init) ?? []).map { number in
            OverrideStep(
                number: number, kind: .edit, title: "override key_\(number)",
                origin: OverrideOrigin(author: "ann"),
                at: Date(timeIntervalSince1970: 0), changes: [])
        }
        view.journal = OverrideJournal(steps: steps)
        return view
    }

    @Test("those that exist at first are not reported, later ones are, each once")
    func growing() {
        var steps = TeamSteps()
        let first = steps.read(view(1...2))
        #expect(first.steps.map(\.number) == [1, 2] && !first.areNews)
        #expect(steps.read(view(1...2)).steps.isEmpty)
        let later = steps.read(view(1...4))
        #expect(later.steps.map(\.number) == [3, 4] && later.areNews)
    }

    @Test("the first change of all is news once the journal was seen to be empty")
    func empty() {
        var steps = TeamSteps()
        _ = steps.read(view(nil))
        #expect(steps.read(view(1...1)).areNews)
        var early = TeamSteps()
        _ = early.read(view(nil, isConnected: false))
        #expect(!early.read(view(1...1)).areNews)
    }

    @Test("the lowest layer is the team's, and left out of one's own overrides")
    func own() {
        func layer(_ name: String, _ value: String, _ key: String) -> OverrideLayer {
            OverrideLayer(name: name, overrides: OverrideSet([key: Override(value: value)]))
        }
        let layers = [
            layer("the team", "1", "a"), layer("shared.json", "2", "b"), layer("own.json", "3", "c"),
        ]
        #expect(OverrideSet(besideTeamIn: layers).names == ["b", "c"])
    }
}
