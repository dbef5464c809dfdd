#if !canImport(Combine)
import Foundation
public import OpenCombine
public import OpenCombineFoundation

/// A publisher: Combine's protocol.
///
/// It refines OpenCombine's protocol, to which all publishers conform, so that this module's
/// operators take precedence over OpenCombine's operators of the same name.
public protocol Publisher<Output, Failure>: OpenCombine.Publisher {}

/// A publisher that values can be sent into from outside: Combine's protocol.
public protocol Subject<Output, Failure>: OpenCombine.Subject, Publisher {}

/// A publisher that sends nothing until it is connected: Combine's protocol.
public protocol ConnectablePublisher<Output, Failure>: OpenCombine.ConnectablePublisher, Publisher {}

extension AnyPublisher: Publisher {}
extension CurrentValueSubject: Subject {}
extension Deferred: Publisher {}
extension Empty: Publisher {}
extension Fail: Publisher {}
extension Future: Publisher {}
extension Just: Publisher {}
extension NotificationCenter.OCombine.Publisher: Publisher {}
extension ObservableObjectPublisher: Publisher {}
extension Optional.OCombine.Publisher: Publisher {}
extension PassthroughSubject: Subject {}
extension Published.Publisher: Publisher {}
extension Record: Publisher {}
extension Result.OCombine.Publisher: Publisher {}
extension Timer.OCombine.TimerPublisher: ConnectablePublisher {}
extension URLSession.OCombine.DataTaskPublisher: Publisher {}
#endif
