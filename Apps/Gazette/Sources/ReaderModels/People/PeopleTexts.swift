import Freshet
public import JSONPlaceholder

extension JSONPlaceholder.Person {
    /// Name, address, city and albums in one line.
    public var facts: String {
        [user.name, user.email, user.address?.city, CountText.albums(albums.count)]
            .compactMap(\.self).joined(separator: " · ")
    }

    /// The person's details, in one line.
    public var details: String {
        [user.name, user.email, user.address?.city, user.company?.name].compactMap(\.self).joined(separator: " · ")
    }

    /// Returns the album with an id, or the first one; `nil` for a person without albums.
    public func album(_ id: Int?) -> JSONPlaceholder.FilledAlbum? { albums.first { $0.id == id } ?? albums.first }

    /// The text for a person without albums.
    public var noAlbumsText: String { "\(user.username) has no albums." }
}

extension UsersViewModel {
    /// The status of the screen.
    public var status: ScreenStatus {
        ScreenStatus(
            people, error: selectedError, noun: "people", count: CountText.people,
            empty: searchText.isEmpty ? "There are no people." : "No person matches “\(searchText)”. Try fewer letters."
        )
    }

    /// The person whose screen is open. Setting it to `nil` closes the screen, as going back does.
    public var shownPerson: JSONPlaceholder.Person? {
        get { opened }
        set { if let newValue { open(newValue.id) } else { close() } }
    }
}

extension PicturesViewModel {
    /// The title of the screen.
    public var title: String { album?.title ?? "Pictures" }

    /// The text for pictures that failed to load; `nil` if there are none.
    public var missingText: String? { failureCount > 0 ? CountText.missingPictures(failureCount) : nil }
}

extension SignUpViewModel {
    /// The introduction of the form.
    public static let introduction = """
        The name and the passwords are checked while you type. The form has no effect: this service has no accounts, \
        and what you type is neither stored nor passed on.
        """
    /// The message for the whole form.
    public struct Verdict: Hashable, Sendable, Encodable {
        /// The message.
        public let text: String
        /// Whether the form is valid.
        public let isRight: Bool
    }

    /// The message for the whole form; `nil` if there is none.
    public var verdict: Verdict? {
        if isValid {
            let welcome = "Welcome, \(username). The form is complete. Nothing was stored or sent."
            return Verdict(text: isSent ? welcome : "Everything is valid. You can sign up.", isRight: true)
        }
        guard isSent, isJudged else { return nil }
        return Verdict(
            text: "Enter a name and the same password twice, each with more than \(Self.minimumLength) characters.",
            isRight: false)
    }
}
