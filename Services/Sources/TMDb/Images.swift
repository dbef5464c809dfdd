public import Foundation
import Freshet
import FreshetLenientJSON

extension TMDb {
    /// The path of an image on the image host. The available sizes depend on the kind of image.
    ///
    /// Decoding an empty string fails, so that an optional path becomes `nil`.
    ///
    /// ```swift
    /// let address = movie.posterPath?.url(TMDb.PosterSize.w342)
    /// ```
    public struct ImagePath: Decodable, Hashable, Sendable {
        /// The path with its leading slash, such as `/qNBAXBIQlnOThrVvA6mA2B5ggV6.jpg`.
        public let text: String

        /// Makes a path from a text. Returns `nil` if it is empty.
        public init?(_ text: String?) {
            guard let text, text.hasPrefix("/"), text.count > 1 else { return nil }
            self.text = text
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let path = ImagePath(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "It isn't a picture path.")
            }
            self = path
        }

        /// Returns the address of the image in a size.
        ///
        /// - Parameters:
        ///   - size: The size of the image.
        ///   - base: The address of the image host, which ``Configuration`` contains. It has not changed in years.
        public func url(_ size: some ImageSize, base: String = TMDb.imageBaseURL) -> URL? {
            WebLink.url(from: base + (base.hasSuffix("/") ? "" : "/") + size.name + text)
        }
    }

    /// The default address of the image host.
    public static let imageBaseURL = "https://image.tmdb.org/t/p/"

    /// An image size, named `w` with the width or `h` with the height in pixels.
    public protocol ImageSize: Sendable {
        var name: String { get }
    }

    /// The sizes of posters.
    public enum PosterSize: String, CaseIterable, ImageSize {
        /// The width in pixels, or `original` for the size of the uploaded image.
        case w92, w154, w185, w342, w500, w780, original
    }

    /// The sizes of backdrops.
    public enum BackdropSize: String, CaseIterable, ImageSize {
        /// The width in pixels, or `original` for the size of the uploaded image.
        case w300, w780, w1280, original
    }

    /// The sizes of portraits.
    public enum ProfileSize: String, CaseIterable, ImageSize {
        /// The width (`w`) or height (`h`) in pixels, or `original` for the size of the uploaded
        /// image.
        case w45, w185, h632, original
    }

    /// The sizes of logos.
    public enum LogoSize: String, CaseIterable, ImageSize {
        /// The width in pixels, or `original` for the size of the uploaded image.
        case w45, w92, w154, w185, w300, w500, original
    }

    /// The sizes of stills.
    public enum StillSize: String, CaseIterable, ImageSize {
        /// The width in pixels, or `original` for the size of the uploaded image.
        case w92, w185, w300, original
    }

    /// The service's configuration for images.
    public struct Configuration: Decodable, Hashable, Sendable {
        /// The address of the image host, with https.
        public let imageBaseURL: String
        /// The poster sizes.
        public let posterSizes: [String]
        /// The backdrop sizes.
        public let backdropSizes: [String]
        /// The profile sizes.
        public let profileSizes: [String]
        /// The logo sizes.
        public let logoSizes: [String]
        /// The still sizes.
        public let stillSizes: [String]

        private enum CodingKeys: CodingKey { case images }

        private enum ImageKeys: String, CodingKey {
            case base = "secure_base_url"
            case poster = "poster_sizes"
            case backdrop = "backdrop_sizes"
            case profile = "profile_sizes"
            case logo = "logo_sizes"
            case still = "still_sizes"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
                .nestedContainer(keyedBy: ImageKeys.self, forKey: .images)
            imageBaseURL = try container.decode(String.self, forKey: .base)
            posterSizes = container.decodeList(of: String.self, forKey: .poster)
            backdropSizes = container.decodeList(of: String.self, forKey: .backdrop)
            profileSizes = container.decodeList(of: String.self, forKey: .profile)
            logoSizes = container.decodeList(of: String.self, forKey: .logo)
            stillSizes = container.decodeList(of: String.self, forKey: .still)
        }
    }
}

extension TMDb.ImageSize where Self: RawRepresentable, RawValue == String {
    /// The name of the size, as used in addresses.
    public var name: String { rawValue }
}
