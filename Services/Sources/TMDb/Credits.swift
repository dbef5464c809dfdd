public import Foundation
import Freshet
import FreshetLenientJSON

extension TMDb {
    /// The cast and crew of a movie.
    public struct Credits: Decodable, Hashable, Sendable {
        /// The cast, most important first.
        public let cast: [CastMember]
        /// The crew.
        public let crew: [CrewMember]

        private enum CodingKeys: CodingKey { case cast, crew }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // The key is required: failures may have status 200 and must not be decoded as a movie without credits.
            let parts = try container.decode(LossyArray<CastMember>.self, forKey: .cast).elements
            // A part without an order keeps its position in the response.
            cast = parts.enumerated()
                .sorted { ($0.element.order ?? $0.offset, $0.offset) < ($1.element.order ?? $1.offset, $1.offset) }
                .map(\.element)
            crew = container.decodeList(of: CrewMember.self, forKey: .crew)
        }

        /// The names of the directors.
        public var directors: [String] { crew.filter { $0.job == "Director" }.map(\.name) }
    }

    /// A person in a role.
    public struct CastMember: Decodable, Identifiable, Hashable, Sendable {
        /// The identity of the part, since one person may have several parts.
        public let id: String
        /// The id of the person.
        public let personID: Int
        /// The name.
        public let name: String
        /// The character; `nil` if missing.
        public let character: String?
        /// The path of the portrait; `nil` if missing.
        public let profilePath: ImagePath?
        let order: Int?

        private enum CodingKeys: String, CodingKey {
            case id = "credit_id"
            case personID = "id"
            case name, character, order
            case profilePath = "profile_path"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            personID = try container.decode(Int.self, forKey: .personID)
            name = try container.decode(String.self, forKey: .name)
            character = container.decodeText(forKey: .character)
            order = container.decodeLeniently(Int.self, forKey: .order)
            id = container.decodeText(forKey: .id) ?? "\(personID)|\(character ?? "")"
            profilePath = container.decodeLeniently(ImagePath.self, forKey: .profilePath)
        }

        /// Returns the address of the portrait in a size; `nil` if there is none.
        public func profileURL(_ size: ProfileSize = .w185) -> URL? { profilePath?.url(size) }
    }

    /// A person with a job behind the camera.
    public struct CrewMember: Decodable, Identifiable, Hashable, Sendable {
        /// The identity of the job, since one person may have several jobs.
        public let id: String
        /// The id of the person.
        public let personID: Int
        /// The name.
        public let name: String
        /// The job; `nil` if missing.
        public let job: String?
        /// The department; `nil` if missing.
        public let department: String?
        /// The path of the portrait; `nil` if missing.
        public let profilePath: ImagePath?

        private enum CodingKeys: String, CodingKey {
            case id = "credit_id"
            case personID = "id"
            case name, job, department
            case profilePath = "profile_path"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            personID = try container.decode(Int.self, forKey: .personID)
            name = try container.decode(String.self, forKey: .name)
            job = container.decodeText(forKey: .job)
            department = container.decodeText(forKey: .department)
            id = container.decodeText(forKey: .id) ?? "\(personID)|\(job ?? "")"
            profilePath = container.decodeLeniently(ImagePath.self, forKey: .profilePath)
        }
    }

    /// A person who works on movies.
    public struct Person: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: Int
        /// The name.
        public let name: String
        /// The path of the portrait; `nil` if missing.
        public let profilePath: ImagePath?
        /// The department for which the person is known, such as "Acting".
        public let department: String?
        /// The popularity, as computed by the service.
        public let popularity: Double
        /// The biography; `nil` if missing.
        public let biography: String?
        /// The birthday; `nil` if missing.
        public let birthday: Date?
        /// The day of death; `nil` if missing.
        public let deathday: Date?
        /// The place of birth; `nil` if missing.
        public let placeOfBirth: String?
        /// Some of the person's movies. Only lists and searches contain them.
        public let knownFor: [Movie]

        private enum CodingKeys: String, CodingKey {
            case id, name, popularity, biography, birthday, deathday
            case profilePath = "profile_path"
            case department = "known_for_department"
            case placeOfBirth = "place_of_birth"
            case knownFor = "known_for"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            profilePath = container.decodeLeniently(ImagePath.self, forKey: .profilePath)
            department = container.decodeText(forKey: .department)
            popularity = container.decodeLeniently(Double.self, forKey: .popularity) ?? 0
            biography = container.decodeText(forKey: .biography)
            birthday = container.decodeLeniently(Date.self, forKey: .birthday)
            deathday = container.decodeLeniently(Date.self, forKey: .deathday)
            placeOfBirth = container.decodeText(forKey: .placeOfBirth)
            knownFor = container.decodeList(of: Medium.self, forKey: .knownFor).compactMap(\.movie)
        }

        /// Returns the address of the portrait in a size; `nil` if there is none.
        public func profileURL(_ size: ProfileSize = .w185) -> URL? { profilePath?.url(size) }
    }

    /// The movies of a person, each with the part or job.
    public struct MovieCredits: Decodable, Hashable, Sendable {
        /// The movies in which the person has a part.
        public let cast: [Movie]
        /// The movies on which the person worked behind the camera.
        public let crew: [Movie]

        private enum CodingKeys: CodingKey { case cast, crew }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            cast = try container.decode(LossyArray<Movie>.self, forKey: .cast).elements
            crew = container.decodeList(of: Movie.self, forKey: .crew)
        }
    }
}
