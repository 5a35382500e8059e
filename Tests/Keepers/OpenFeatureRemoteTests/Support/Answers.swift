/// Answers as servers give them, by what is known of each.
enum Answers {
    /// flagd: doubles that are whole have no fraction, what has no default variant has no value.
    static let flagd = #"""
        {"flags": [
          {"value": true, "key": "new-checkout", "reason": "STATIC", "variant": "on", "metadata": {"flagSetId": "shop"}},
          {"value": 1, "key": "discount", "reason": "TARGETING_MATCH", "variant": "small", "metadata": null},
          {"value": {"sizes": [1, 2.50], "name": "ü"}, "key": "layout", "reason": "DEFAULT", "variant": "wide"},
          {"key": "banner", "reason": "DEFAULT", "variant": "", "metadata": {}},
          {"key": "switched-off", "reason": "DISABLED", "variant": ""},
          {"key": "broken", "errorCode": "PARSE_ERROR", "errorDetails": "Error parsing flag `broken`", "metadata": {}}
        ], "metadata": {"flagSetId": "shop", "version": "1"},
        "eventStreams": [{"type": "sse", "endpoint": {"requestUri": "/ofrep/v1/sse/shop"}, "inactivityDelaySec": 60}]}
        """#

    /// GO Feature Flag: a flag that fails has a value of null beside its error.
    static let goFeatureFlag = #"""
        {"flags": [
          {"value": "blue", "key": "color", "reason": "TARGETING_MATCH_SPLIT", "variant": "b", "errorCode": "",
           "metadata": {"gofeatureflag_cacheable": true}},
          {"value": null, "key": "offline", "reason": "DISABLED", "variant": ""},
          {"value": null, "key": "percent", "reason": "ERROR", "variant": "", "errorCode": "TARGETING_KEY_MISSING",
           "errorDetails": "no key"},
          {"value": null, "key": "gone", "reason": "ERROR", "errorCode": "FLAG_NOT_FOUND", "errorDetails": "gone"},
          {"value": [1, "two"], "key": "list", "reason": "STATIC", "variant": "default"}
        ]}
        """#

    /// Flipt: the value of a flag with variants is the name of the variant.
    static let flipt = #"""
        {"flags": [
          {"key": "theme", "reason": "TARGETING_MATCH", "variant": "dark", "value": "dark",
           "metadata": {"segments": "staff", "attachment": "{\"hue\": 210}"}},
          {"key": "beta", "reason": "UNKNOWN", "variant": "false", "value": false}
        ], "eventStreams": [
          {"type": "websocket", "url": "wss://127.0.0.1:8080/x"},
          {"type": "sse", "url": "http://127.0.0.1:8080/ofrep/v1/_stream/default/default/events?key=very-secret"}
        ]}
        """#

    /// One flag and a stream, at a path that the test chooses.
    static func flag(_ value: String, stream: String? = "/events?auth=very-secret") -> String {
        let streams = stream.map {
            #", "eventStreams": [{"type": "sse", "endpoint": {"requestUri": "\#($0)"}}]"#
        }
        return
            #"{"flags": [{"key": "flag", "value": \#(value), "reason": "STATIC", "variant": "v", "metadata": {}}]"#
            + (streams ?? "") + "}"
    }
}
