// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Freshet

extension Request where API == MovieService, Value == MovieService.Configuration {
    /// Requests the address and sizes of images, with `GET /configuration`.
    public static func configuration() -> Self {
        Request("configuration")
    }
}

extension Request where API == MovieService, Value == Void {
    /// Checks whether the credentials are valid, with `GET /authentication`.
    public static func authentication() -> Self {
        Request("authentication", reading: .nothing)
    }
}
