// What the libraries use of the module WatchKit: what it tells of an app's life. None of it works: it is there to be
// type-checked against.

public import Foundation

@MainActor
public final class WKApplication {
    public nonisolated static var willEnterForegroundNotification: Notification.Name { absent() }
    public nonisolated static var didEnterBackgroundNotification: Notification.Name { absent() }
}

private func absent() -> Never { fatalError("a stub") }
