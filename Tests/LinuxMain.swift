import Testing

// Where tests begin on Linux. Without it, SwiftPM would look for those of XCTest, of which there are none, in an index of all
// sources; writing that is a tenth of a build.
if CommandLine.arguments.contains("swift-testing") { await Testing.__swiftPMEntryPoint() as Never }
