#if !canImport(Combine)
import Foundation
public import OpenCombine
public import OpenCombineFoundation

/// A publisher: Combine's protocol.
///
/// It refines that of OpenCombine, to which all publishers conform, so that the operators of this module take
/// precedence over OpenCombine's of the same name.
public protocol Publisher<Output, Failure>: OpenCombine.Publisher {}

/// A publisher into which values are sent from outside: Combine's protocol.
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
