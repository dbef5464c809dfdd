public import Foundation
import FreshetCore

extension TMDb {
    /// Who made a movie.
    public struct Credits: Decodable, Hashable, Sendable {
        /// Who plays in it, most important first.
        public let cast: [CastMember]
        public let crew: [CrewMember]

        private enum CodingKeys: CodingKey { case cast, crew }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // Required: failures come with status 200, too, and must not read as a movie that nobody made.
            let parts = try container.decode(LossyArray<CastMember>.self, forKey: .cast).elements
            // Without an order a part keeps its place.
            cast = parts.enumerated()
                .sorted { ($0.element.order ?? $0.offset, $0.offset) < ($1.element.order ?? $1.offset, $1.offset) }
                .map(\.element)
            crew = container.lenientList(CrewMember.self, .crew)
        }

        /// The names of the directors.
        public var directors: [String] { crew.filter { $0.job == "Director" }.map(\.name) }
    }

    /// A person in a role.
    public struct CastMember: Decodable, Identifiable, Hashable, Sendable {
        /// The identity of the part: one person may play several.
        public let id: String
        public let personID: Int
        public let name: String
        public let character: String?
        public let profilePath: ImagePath?
        let order: Int?

        private enum CodingKeys: String, CodingKey {
            case id = "credit_id"
            case personID = "id"
            case name, character, order
            case profilePath = "profile_path"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            personID = try container.decode(Int.self, forKey: .personID)
            name = try container.decode(String.self, forKey: .name)
            character = container.lenientText(.character)
            order = container.lenient(Int.self, .order)
            id = container.lenientText(.id) ?? "\(personID)|\(character ?? "")"
            profilePath = container.lenient(ImagePath.self, .profilePath)
        }

        public func profileURL(_ size: ProfileSize = .w185) -> URL? { profilePath?.url(size) }
    }

    /// A person with a job behind the camera.
    public struct CrewMember: Decodable, Identifiable, Hashable, Sendable {
        /// The identity of the job: one person may have several.
        public let id: String
        public let personID: Int
        public let name: String
        public let job: String?
        public let department: String?
        public let profilePath: ImagePath?

        private enum CodingKeys: String, CodingKey {
            case id = "credit_id"
            case personID = "id"
            case name, job, department
            case profilePath = "profile_path"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            personID = try container.decode(Int.self, forKey: .personID)
            name = try container.decode(String.self, forKey: .name)
            job = container.lenientText(.job)
            department = container.lenientText(.department)
            id = container.lenientText(.id) ?? "\(personID)|\(job ?? "")"
            profilePath = container.lenient(ImagePath.self, .profilePath)
        }
    }

    /// Somebody who works on movies.
    public struct Person: Decodable, Identifiable, Hashable, Sendable {
        public let id: Int
        public let name: String
        public let profilePath: ImagePath?
        /// What the person does mostly, such as "Acting".
        public let department: String?
        public let popularity: Double
        public let biography: String?
        public let birthday: Date?
        public let deathday: Date?
        public let placeOfBirth: String?
        /// Some movies of the person, in lists and searches.
        public let knownFor: [Movie]

        private enum CodingKeys: String, CodingKey {
            case id, name, popularity, biography, birthday, deathday
            case profilePath = "profile_path"
            case department = "known_for_department"
            case placeOfBirth = "place_of_birth"
            case knownFor = "known_for"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            profilePath = container.lenient(ImagePath.self, .profilePath)
            department = container.lenientText(.department)
            popularity = container.lenient(Double.self, .popularity) ?? 0
            biography = container.lenientText(.biography)
            birthday = container.lenient(Date.self, .birthday)
            deathday = container.lenient(Date.self, .deathday)
            placeOfBirth = container.lenientText(.placeOfBirth)
            knownFor = container.lenientList(Medium.self, .knownFor).compactMap(\.movie)
        }

        public func profileURL(_ size: ProfileSize = .w185) -> URL? { profilePath?.url(size) }
    }

    /// What a person has been in: movies with the part or job.
    public struct MovieCredits: Decodable, Hashable, Sendable {
        public let cast: [Movie]
        public let crew: [Movie]

        private enum CodingKeys: CodingKey { case cast, crew }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            cast = try container.decode(LossyArray<Movie>.self, forKey: .cast).elements
            crew = container.lenientList(Movie.self, .crew)
        }
    }
}
