import Experiments
import Observation
import TestSupport
import Testing

/// A model as apps have them. The macro names Apple's module in what it writes, so nothing of this package may be
/// called like that module.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
private final class Model {
    var title = "a"
}

@Suite("An observable class beside Experiments", .inTurn)
struct ObservableTests {
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test("reports its changes")
    func change() {
        let model = Model()
        let told = Recorder<String>()
        withObservationTracking {
            _ = model.title
        } onChange: {
            told.record("changed")
        }
        model.title = "b"
        #expect(told.elements == ["changed"])
    }
}
