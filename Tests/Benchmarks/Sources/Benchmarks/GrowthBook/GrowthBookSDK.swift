import Foundation

/// The `growthbook` package for Python, reading and evaluating the same payload in the same run. `GROWTHBOOK_PYTHON` names
/// an interpreter that has it.
enum GrowthBookSDK {
    private static let text = #"""
        import json, logging, sys, time
        try:
            from growthbook import GrowthBook
        except ImportError:
            sys.exit("not in GROWTHBOOK_PYTHON")
        logging.disable(logging.CRITICAL)
        text, attributes, times = open(sys.argv[1]).read(), json.loads(sys.argv[2]), int(sys.argv[3])
        reading, evaluating, values = [], [], {}
        for _ in range(times):
            start = time.perf_counter_ns()
            client = GrowthBook(attributes=attributes, features=json.loads(text)["features"])
            reading.append(time.perf_counter_ns() - start)
            keys = list(client.get_features())
            start = time.perf_counter_ns()
            values = {key: client.eval_feature(key).value for key in keys}
            evaluating.append(time.perf_counter_ns() - start)
        print(json.dumps({"reading": sorted(reading), "evaluating": sorted(evaluating),
                          "values": {key: json.dumps(value) for key, value in values.items()}}))
        """#

    /// What it took, sorted, and what came of it.
    struct Answer: Decodable {
        let reading: [Int64]
        let evaluating: [Int64]
        /// The features' values, as JSON.
        let values: [String: String]
    }

    /// Reads a payload and evaluates all of its features, so many times.
    static func evaluate(_ payload: String, attributes: String, times: Int) throws -> Answer {
        let file =
            NSTemporaryDirectory() + "experiments-payload-\(ProcessInfo.processInfo.processIdentifier).json"
        try payload.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let script = PythonScript(interpreterVariable: "GROWTHBOOK_PYTHON", text: text)
        return try JSONDecoder().decode(
            Answer.self, from: try script.output([file, attributes, String(times)]))
    }
}
