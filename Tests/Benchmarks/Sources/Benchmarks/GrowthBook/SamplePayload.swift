/// A payload of GrowthBook's, as a large app has one.
enum SamplePayload {
    /// One feature with an experiment of three variations, for those who meet two conditions.
    static let experiment = """
        {"features": {"checkout": {"defaultValue": "classic", "rules": [
          {"condition": {"country": {"$in": ["NO", "SE", "DK"]}, "version": {"$vgte": "2.1.0"}}, "key": "checkout",
           "variations": ["classic", "express", "gift"], "weights": [0.4, 0.3, 0.3], "hashVersion": 2,
           "seed": "checkout-1"}]}}}
        """

    /// Who meets them.
    static let attributes = #"{"id": "user-1234567", "country": "NO", "version": "2.10.1", "plan": "gold"}"#

    /// So many features with three rules each: a value for some, an experiment, and a rollout.
    static func features(_ count: Int) -> String {
        let features = (0..<count).map { number in
            """
            "feature-\(number)": {"defaultValue": false, "rules": [
              {"condition": {"plan": "plan-\(number % 7)", "country": {"$ne": "US"}}, "force": true},
              {"condition": {"country": {"$in": ["NO", "SE"]}, "beta": true}, "key": "experiment-\(number)",
               "variations": [false, true], "weights": [0.5, 0.5], "hashVersion": 2, "seed": "seed-\(number)"},
              {"id": "fr_\(number)", "force": true, "coverage": 0.2, "hashAttribute": "id"}]}
            """
        }
        return #"{"features": {\#(features.joined(separator: ",\n"))}}"#
    }
}
