import TestSupport
import Testing

/// All tests that open a screen: there is one per process.
@Suite("The screen", .fewAtATime, .serialized)
struct ScreenTests {}
