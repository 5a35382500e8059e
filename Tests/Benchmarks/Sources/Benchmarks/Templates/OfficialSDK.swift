import Foundation

/// The `firebase-admin` package for Python, evaluating the same template in the same run.
struct OfficialSDK {
    private static let text = #"""
        import json, logging, sys, time
        try:
            import firebase_admin
            from firebase_admin import credentials, remote_config
            import google.auth.credentials
        except ImportError:
            sys.exit("not in FIREBASE_ADMIN_PYTHON")
        class Nobody(credentials.Base):
            def get_credential(self):
                return google.auth.credentials.AnonymousCredentials()
        logging.disable(logging.CRITICAL)
        app = firebase_admin.initialize_app(Nobody(), {"projectId": "bench"})
        text, context = open(sys.argv[1]).read(), json.loads(sys.argv[2])
        context["randomization_id"] = context["randomizationId"]
        template = remote_config.init_server_template(app, None, text)
        times, values = [], None
        for _ in range(int(sys.argv[3])):
            start = time.perf_counter_ns()
            config = template.evaluate(context)
            times.append(time.perf_counter_ns() - start)
        keys = json.loads(text)["parameters"].keys()
        print(json.dumps({"nanoseconds": sorted(times), "values": {key: config.get_string(key) for key in keys}}))
        """#

    /// The times of its evaluations, sorted, and what the parameters came to.
    static func evaluate(_ template: String, context: String, times: Int) throws -> (
        [Duration], [String: String]
    ) {
        let file =
            NSTemporaryDirectory() + "experiments-template-\(ProcessInfo.processInfo.processIdentifier).json"
        try template.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let script = PythonScript(interpreterVariable: "FIREBASE_ADMIN_PYTHON", text: text)
        let bytes = try script.output([file, context, String(times)])
        let answer = try JSONDecoder().decode(Answer.self, from: bytes)
        return (answer.nanoseconds.map { .nanoseconds($0) }, answer.values)
    }

    private struct Answer: Decodable {
        let nanoseconds: [Int64]
        let values: [String: String]
    }
}
