#if os(Linux)
import Foundation
import TestSupport
import Testing

@Suite(
    "A preloaded library that sets a variable", .fewAtATime,
    .enabled(if: access("/usr/bin/cc", X_OK) == 0, "there is no cc"))
struct PreloadTests {
    @Test("takes no arguments from the program")
    func arguments() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write(
            """
            #include <stdlib.h>
            __attribute__((constructor)) static void f(void) { setenv("X_Y", "1", 1); }
            """, to: "p.c")
        let made = try await workplace.shell("/usr/bin/cc -shared -fPIC -o p.so p.c")
        #expect(made.status == 0, "\(made)")
        let preload = ["LD_PRELOAD": workplace.folder.path("p.so")]
        let version = try await workplace.run("--version", with: preload)
        #expect(version.output.wholeMatch(of: #/\d+\.\d+\.\d+ \(.+ build for .+\)\n/#) != nil, "\(version)")
        let misspelt = try await workplace.run("overide", "list", with: preload)
        #expect(
            misspelt.status == 1 && misspelt.errors.contains("Did you mean `experiments override`?"),
            "\(misspelt)")
        let empty = try await workplace.run("get", "", with: preload)
        #expect(empty.status == 1 && empty.errors.contains("no key \"\""), "\(empty)")
    }
}
#endif
