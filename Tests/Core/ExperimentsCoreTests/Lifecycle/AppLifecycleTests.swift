import ExperimentsCore
import TestSupport
import Testing

@Suite("The lifecycle of an app", .inTurn)
struct AppLifecycleTests {
    /// Whether the app is active after some events.
    private func isActive(after events: AppLifecycle.Event...) -> Bool {
        var lifecycle = AppLifecycle()
        for event in events { lifecycle.handle(event) }
        return lifecycle.isActive
    }

    @Test("An app that has just begun is active")
    func start() {
        #expect(AppLifecycle().isActive)
        #expect(isActive(after: .foreground, .lowData(false)))
    }

    @Test("In the background it rests, and in the foreground it continues")
    func background() {
        #expect(!isActive(after: .background))
        #expect(!isActive(after: .background, .background))
        #expect(isActive(after: .background, .background, .foreground))
    }

    @Test("In Low Data Mode it rests in the foreground, too")
    func lowData() {
        #expect(!isActive(after: .lowData(true), .foreground))
        #expect(isActive(after: .lowData(true), .lowData(false)))
    }

    @Test("It continues once neither keeps it from that, whichever ends last")
    func both() {
        #expect(!isActive(after: .background, .lowData(true), .foreground))
        #expect(isActive(after: .background, .lowData(true), .foreground, .lowData(false)))
        #expect(!isActive(after: .background, .lowData(true), .lowData(false)))
        #expect(isActive(after: .background, .lowData(true), .lowData(false), .foreground))
    }
}
