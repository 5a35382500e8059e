import Foundation
import Testing

// Where tests begin on Linux. Without it, SwiftPM would look for those of XCTest, of which there are none, in an index of all
// sources; writing that is a tenth of a build. With it, it wants to be told which tests these are.
if CommandLine.arguments.contains("swift-testing") { await Testing.__swiftPMEntryPoint() as Never }
let advice = "error: run `make test`, or `swift test --enable-swift-testing --disable-xctest`\n"
FileHandle.standardError.write(Data(advice.utf8))
exit(2)
