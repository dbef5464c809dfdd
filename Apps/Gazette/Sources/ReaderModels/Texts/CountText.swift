/// Numbers of things in words: "1 source", "2 sources".
public enum CountText {
    /// Returns a number of articles as text.
    public static func articles(_ count: Int) -> String { text(count, "article", "articles") }
    /// Returns a number of sources as text.
    public static func sources(_ count: Int) -> String { text(count, "source", "sources") }
    /// Returns a number of people as text.
    public static func people(_ count: Int) -> String { text(count, "person", "people") }
    /// Returns a number of albums as text.
    public static func albums(_ count: Int) -> String { text(count, "album", "albums") }
    /// Returns a number of comments as text.
    public static func comments(_ count: Int) -> String { text(count, "comment", "comments") }
    /// Returns a number of replies as text.
    public static func replies(_ count: Int) -> String { text(count, "reply", "replies") }
    /// Returns a number of points as text.
    public static func points(_ count: Int) -> String { text(count, "point", "points") }
    /// Returns a number of pictures as text.
    public static func pictures(_ count: Int) -> String { text(count, "picture", "pictures") }
    /// Returns a number of ingredients as text.
    public static func ingredients(_ count: Int) -> String { text(count, "ingredient", "ingredients") }
    /// Returns a number of steps as text.
    public static func steps(_ count: Int) -> String { text(count, "step", "steps") }
    /// Returns a number of feeds as text.
    public static func feeds(_ count: Int) -> String { text(count, "feed", "feeds") }
    /// Returns a number of items of feeds as text.
    public static func items(_ count: Int) -> String { text(count, "item", "items") }
    /// The text for elements that failed to load.
    public static func missingComments(_ count: Int) -> String { "\(comments(count)) could not be loaded." }
    /// Returns the text for pictures that failed to load.
    public static func missingPictures(_ count: Int) -> String {
        "\(pictures(count)) could not be loaded."
    }
    /// New stories that wait to be shown.
    public static func new(_ count: Int) -> String { "\(count) new" }

    private static func text(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }
}
