import ExperimentsCore
import Testing

@Suite("The suffix of a baseline")
struct BaselineSuffixTests {
    @Test(
        "one baseline suffix is taken off",
        arguments: [
            ("a", "a", false), ("a_baseline", "a", true), ("a_baseline_baseline", "a_baseline", true),
            ("_baseline", "", true), ("", "", false), ("_BASELINE", "_BASELINE", false), ("é_baseline", "é", true),
            ("baseline", "baseline", false),
        ])
    func baselines(_ text: String, _ name: String, _ isBaseline: Bool) {
        let split = Baseline.split(text)
        #expect(split.name == name)
        #expect(split.isBaseline == isBaseline)
    }
}
