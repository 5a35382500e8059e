import ExperimentsCore
import ExperimentsDashboard
import Foundation
import TestSupport
import Testing

@testable import ExperimentsNcurses

extension ScreenTests {
    @Suite("Sending no more than what changed", .fewAtATime)
    struct Economy {
        /// A dashboard on 3,000 keys, on a screen.
        private final class Shown {
            let screen: TestScreen
            let keeper: InMemoryRemoteConfigKeeper
            var state: DashboardState
            let theme: Theme
            static let start = Date(timeIntervalSince1970: 1_772_355_600)

            init(columns: Int, rows: Int, environment: [String: String] = [:]) throws {
                screen = try TestScreen(columns: columns, rows: rows, environment: environment)
                let keys = (0..<3000).map {
                    CatalogKey(name: "feature_\($0)", schema: ValueSchema(kind: .int))
                }
                keeper = InMemoryRemoteConfigKeeper(Self.snapshot(changed: nil))
                let service = RemoteConfigService(remoteConfigKeeper: keeper, now: { Self.start })
                state = DashboardState(
                    session: DashboardSession(service: service, keys: keys, sourceName: "test"),
                    options: DashboardOptions(theme: try ThemeLibrary().theme(named: "dark")),
                    size: CellSize(columns: columns, rows: rows), now: Self.start)
                theme = state.theme.adapted(to: screen.terminal.colorDepth)
                show()
            }

            static func snapshot(changed: Int?, to text: String = "7777") -> Snapshot {
                var texts = Dictionary(uniqueKeysWithValues: (0..<3000).map { ("feature_\($0)", "\($0)") })
                if let changed { texts["feature_\(changed)"] = text }
                return Snapshot(texts: texts, fetchedAt: start)
            }

            func show() { screen.terminal.present(DashboardView.frame(of: state, theme: theme)) }

            /// How many bytes a message sends.
            func bytes(_ messages: Message...) -> Int {
                screen.sent {
                    for message in messages { _ = state.update(message) }
                    show()
                }.utf8.count
            }
        }

        @Test(
            "A key press sends the rows that it changes, not the screen",
            arguments: [(20, 5, 250), (120, 40, 700), (500, 200, 2400)])
        func keyPress(columns: Int, rows: Int, limit: Int) throws {
            let shown = try Shown(columns: columns, rows: rows)
            let sizes = (0..<3).map { _ in shown.bytes(.input(.key(KeyPress("j")))) }
            #expect(sizes.allSatisfy { $0 > 0 && $0 < limit }, "\(sizes)")
        }

        @Test("In 24-bit colors, too, a key press sends the rows that it changes")
        func truecolorKeyPress() throws {
            let shown = try Shown(columns: 120, rows: 40, environment: ["COLORTERM": "truecolor"])
            let sizes = (0..<3).map { _ in shown.bytes(.input(.key(KeyPress("j")))) }
            #expect(sizes.allSatisfy { $0 > 0 && $0 < 1400 }, "\(sizes)")
            #expect(shown.bytes(.input(.focus(true))) == 0)
        }

        @Test("A refetch that changes one key of 3,000 sends that row")
        func refetch() throws {
            let shown = try Shown(columns: 120, rows: 40)
            // The first change brings the column that says when a key changed.
            let first = shown.bytes(.service(.snapshotChanged(Shown.snapshot(changed: 5))))
            #expect(first > 0 && first < 1500, "\(first)")
            let size = shown.bytes(.service(.snapshotChanged(Shown.snapshot(changed: 5, to: "8888"))))
            #expect(size > 0 && size < 400, "\(size)")
            #expect(shown.screen.sent.contains("8888"))
        }

        @Test(
            "A refetch that changes what is not on the screen, and what changes nothing at all, send nothing")
        func nothing() throws {
            let shown = try Shown(columns: 120, rows: 40)
            #expect(shown.bytes(.service(.snapshotChanged(Shown.snapshot(changed: 2500)))) == 0)
            #expect(shown.bytes(.input(.focus(true))) == 0)
        }
    }
}
