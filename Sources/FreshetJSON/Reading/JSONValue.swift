/// A value in a body.
public struct JSONValue {
    let place: Place
}
