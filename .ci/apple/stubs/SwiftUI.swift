// What the libraries use of the module SwiftUI, as its interface has it. None of it works: it is there to be type-checked
// against.

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { absent() }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildEither(first: some View) -> Text { absent() }
    public static func buildEither(second: some View) -> Text { absent() }
}

public struct ModifiedContent<Content, Modifier> {}
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public var body: Never { absent() }
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public var body: Never { absent() }
}

@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

extension View {
    public nonisolated func modifier<Modifier>(_: Modifier) -> ModifiedContent<Self, Modifier> { absent() }
    public nonisolated func environment<Value>(
        _: WritableKeyPath<EnvironmentValues, Value>, _: Value
    ) -> some View { Text() }
}

public struct Text: View {
    nonisolated init() {}
    public nonisolated init(_: some StringProtocol) {}
    public var body: Never { absent() }
}

public struct ProgressView: View {
    public nonisolated init() {}
    public var body: Never { absent() }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues: Sendable {
    public subscript<Key: EnvironmentKey>(_: Key.Type) -> Key.Value {
        get { absent() }
        set { absent() }
    }
}

public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    public init(_: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { absent() }
}

extension Environment: Sendable where Value: Sendable {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    public init(wrappedValue: Value) {}
    public init(initialValue: Value) {}
    public var wrappedValue: Value {
        get { absent() }
        nonmutating set {}
    }
}

extension State: Sendable where Value: Sendable {}

private func absent() -> Never { fatalError("a stub") }
