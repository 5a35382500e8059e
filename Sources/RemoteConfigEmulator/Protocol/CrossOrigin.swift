import ExperimentsTransport

/// What lets web apps of any origin speak to the services, as the services themselves do.
///
/// The emulator's own endpoints and those of operators stay closed to them: any web page that is open in a browser of
/// this machine could reach those as well.
enum CrossOrigin {
    /// Whether requests to `path` may come from web apps.
    static func isOpen(_ path: String) -> Bool {
        guard case .project(_, let call)? = Route(method: "POST", path: path) else {
            if case .project? = Route(method: "DELETE", path: path) { return true }
            return false
        }
        return !call.isAdmin
    }

    /// The answer to a browser that asks first.
    static let preflight = EmulatorResponse(
        status: 204,
        headers: [
            "access-control-allow-origin": "*", "access-control-allow-methods": "POST, DELETE",
            "access-control-allow-headers":
                "authorization, content-encoding, content-type, if-none-match, x-firebase-client, x-goog-api-key, "
                + "x-goog-firebase-installations-auth, x-firebase-rc-fetch-type",
            "access-control-max-age": "3600",
        ])

    /// Marks an answer as one that web apps may read.
    static func open(_ response: inout EmulatorResponse) {
        response.headers["access-control-allow-origin"] = "*"
        response.headers["access-control-expose-headers"] = "etag"
    }
}
