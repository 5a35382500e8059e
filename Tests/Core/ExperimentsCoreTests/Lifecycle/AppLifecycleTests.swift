import ExperimentsCore
import Testing

@Suite("The lifecycle of an app")
struct AppLifecycleTests {
    private typealias Step = (event: AppLifecycle.Event, effect: AppLifecycle.Effect?)

    private func walk(_ steps: [Step]) -> Bool {
        var lifecycle = AppLifecycle()
        for step in steps {
            let effect = lifecycle.handle(step.event)
            #expect(effect == step.effect, "after \(step.event)")
        }
        return lifecycle.isActive
    }

    @Test("An app that has just begun is active")
    func start() {
        #expect(AppLifecycle().isActive)
        #expect(walk([(.foreground, nil), (.lowData(false), nil)]))
    }

    @Test("In the background it rests, and in the foreground it continues")
    func background() {
        #expect(!walk([(.background, .rest)]))
        #expect(walk([(.background, .rest), (.background, nil), (.foreground, .resume), (.foreground, nil)]))
    }

    @Test("In Low Data Mode it rests in the foreground, too")
    func lowData() {
        #expect(!walk([(.lowData(true), .rest), (.foreground, nil)]))
        #expect(walk([(.lowData(true), .rest), (.lowData(false), .resume)]))
    }

    @Test("It continues once neither keeps it from that, whichever ends last")
    func both() {
        let before: [Step] = [(.background, .rest), (.lowData(true), nil)]
        #expect(walk(before + [(.foreground, nil), (.lowData(false), .resume)]))
        #expect(walk(before + [(.lowData(false), nil), (.foreground, .resume)]))
    }
}
