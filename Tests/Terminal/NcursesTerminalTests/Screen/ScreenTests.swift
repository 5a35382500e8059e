import Testing

/// All tests that open a screen: there is one per process.
@Suite("The screen", .serialized)
struct ScreenTests {}
