import Dispatch
import ExperimentsCore
import ExperimentsLocks
import Foundation

extension ActiveConfig {
    /// Calls `listener` with a section and its changes, until the listener is removed or deallocated.
    ///
    /// The listener is called on the listener queue: once with the current section, if there is one, and then after
    /// each deep change, with nil when the section is removed. Calls are made in the order of the changes; within one
    /// change, section by section (the changed ones in the order of the new document, then the removed ones in
    /// alphabetical order) and in the order of registration within a section. Registering again repeats the first call
    /// and changes nothing else.
    ///
    /// - Parameters:
    ///   - listener: the object to call. It is held weakly, so keep it elsewhere while it is to be called.
    ///   - sectionName: the section, which need not exist yet.
    public func registerListener(_ listener: any ActiveConfigListener, forSectionName sectionName: String) {
        subscribe(.listener(.init(listener)), to: sectionName)
    }

    /// Ends a registration. No call starts after that.
    public func removeListener(_ listener: any ActiveConfigListener, forSectionName sectionName: String) {
        change(subscribersOf: sectionName) { $0.registry.remove(listener, from: sectionName) }
    }

    /// Calls `handler` when a listener would be called, until the result is cancelled or released.
    public func observeSection(
        named sectionName: String, _ handler: @escaping @Sendable (ActiveConfigSection?) -> Void
    ) -> ObservationHandle {
        let id = subscribe(.handler(handler), to: sectionName)
        return ObservationHandle { [weak self] in self?.unsubscribe(id, from: sectionName) }
    }

    /// The current section, if there is one, then the section after each deep change; nil when it is removed.
    ///
    /// The elements do not go through the listener queue. The stream ends when its consumer releases it, or when this
    /// object is released.
    ///
    /// - Parameters:
    ///   - sectionName: the name of the section.
    ///   - bufferingPolicy: how to buffer changes that the consumer has not received yet.
    public func sections(
        named sectionName: String,
        bufferingPolicy: AsyncStream<ActiveConfigSection?>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<ActiveConfigSection?> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ActiveConfigSection?.self, bufferingPolicy: bufferingPolicy)
        let id = subscribe(.stream(continuation), to: sectionName)
        continuation.onTermination = { [weak self] _ in self?.unsubscribe(id, from: sectionName) }
        return stream
    }

    @discardableResult
    private func subscribe(_ subscriber: SectionSubscriber, to sectionName: String) -> Int {
        change(subscribersOf: sectionName) { contents in
            let registration = contents.registry.add(subscriber, to: sectionName)
            if let section = contents.current.state[sectionName] {
                enqueue([.init(registration: registration, sectionName: sectionName, section: section)])
            }
            return registration.id
        }
    }

    private func unsubscribe(_ id: Int, from sectionName: String) {
        change(subscribersOf: sectionName) { $0.registry.remove(id, from: sectionName) }
    }

    /// Changes the subscribers of a section. Removed ones are released after the lock, because that runs code of the
    /// app: the deinit of a listener, or of what a handler has captured, may call this object.
    private func change<Result>(subscribersOf sectionName: String, _ change: (inout Contents) -> Result)
        -> Result
    {
        let (result, subscribers) = contents.withLock { contents in
            let subscribers = contents.registry.subscribers(of: sectionName)
            return (change(&contents), subscribers)
        }
        withExtendedLifetime(subscribers) {}
        return result
    }

    /// Passes sections to streams and puts the other calls in the listener queue. Runs no code of the app, so that it
    /// can be called while the contents are locked.
    func enqueue(_ deliveries: [ListenerRegistry.Delivery]) {
        var calls: [ListenerRegistry.Delivery] = []
        for delivery in deliveries {
            if case .stream(let continuation) = delivery.registration.subscriber {
                continuation.yield(delivery.section)
            } else {
                calls.append(delivery)
            }
        }
        guard !calls.isEmpty else { return }
        listenerQueue.async { [calls] in
            for call in calls { self.make(call) }
        }
    }

    private func make(_ call: ListenerRegistry.Delivery) {
        let isWanted = contents.withLock { $0.registry.contains(call.registration.id, in: call.sectionName) }
        guard isWanted else { return }
        switch call.registration.subscriber {
        case .listener(let listener):
            listener.object?.activeConfig(
                self, didReceiveConfigSection: call.section, forSectionName: call.sectionName)
        case .handler(let handler): handler(call.section)
        case .stream: break
        }
    }

    /// Whether a configuration was ever downloaded and activated, in this launch or an earlier one.
    public var firstConfigDownloadFinished: Bool { store.firstDownloadFinished }

    // All notifications go through the listener queue: they follow the calls of listeners that the same download
    // caused.

    func postFirstDownloadFinished() {
        listenerQueue.async {
            self.notificationCenter.post(name: .activeConfigFirstDownloadFinished, object: self)
        }
    }

    /// Posts the result of a download. A refused document is posted as failed and then, because there was a response,
    /// as finished without being set.
    func post(_ result: DownloadResult) {
        switch result {
        case .success(let report):
            postUpdateFinished(userID: report.userID, meta: report.meta, configWasSet: report.configWasSet)
        case .failure(let failure):
            listenerQueue.async {
                self.notificationCenter.post(
                    name: .activeConfigDownloadFailed, object: self,
                    userInfo: [
                        ActiveConfigUserInfoKey.userID: Self.userInfo(failure.userID),
                        ActiveConfigUserInfoKey.failure: failure,
                    ])
            }
            if failure.invalid != nil {
                postUpdateFinished(
                    userID: failure.userID, meta: currentConfigurationMeta, configWasSet: false)
            }
        }
    }

    private func postUpdateFinished(userID: String?, meta: JSONObject, configWasSet: Bool) {
        listenerQueue.async {
            self.notificationCenter.post(
                name: .activeConfigDownloadUpdateFinished, object: self,
                userInfo: [
                    ActiveConfigUserInfoKey.userID: Self.userInfo(userID), ActiveConfigUserInfoKey.meta: meta,
                    ActiveConfigUserInfoKey.configWasSet: configWasSet,
                ])
        }
    }

    private static func userInfo(_ userID: String?) -> Any {
        userID ?? NSNull()
    }
}

extension Notification.Name {
    /// A configuration was downloaded and activated for the first time ever.
    public static let activeConfigFirstDownloadFinished = Notification.Name(
        "ActiveConfigFirstDownloadFinishedNotification")

    /// A download ended with a response, whether or not that was activated. Its user info has the members of
    /// ``ActiveConfigUserInfoKey``.
    public static let activeConfigDownloadUpdateFinished = Notification.Name(
        "ActiveConfigDownloadUpdateFinishedNotification")

    /// A download changed nothing: there was no response, or the document was refused.
    public static let activeConfigDownloadFailed = Notification.Name("ActiveConfigDownloadFailedNotification")
}

/// The keys of the user info of an `ActiveConfig`'s notifications. Their object is the `ActiveConfig`.
public enum ActiveConfigUserInfoKey {
    /// The user whose configuration was requested: a `String`, or an `NSNull` for the shared one. In update-finished
    /// and failed.
    public static let userID = "user_id"
    /// The `meta` of the downloaded configuration or, if there was none, of the current one: a `JSONObject`. In
    /// update-finished.
    public static let meta = "meta"
    /// Whether the downloaded configuration was activated: a `Bool`. In update-finished.
    public static let configWasSet = "config_was_set"
    /// The reason for a failure: an ``ActiveConfigDownloadFailure``. Present if the download failed.
    public static let failure = "failure"
}
