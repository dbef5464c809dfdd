// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieDatabase {
    /// A value of the service.
    public struct Credits: Decodable, Hashable, Sendable {
        /// The member `cast`.
        public var cast: [CastMember]?
        /// The member `crew`.
        public var crew: [CrewMember]?
    }
}
