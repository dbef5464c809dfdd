/// The keyboard shortcuts of pages, for their help. The script `keys.js` implements them.
package enum KeyTable {
    package struct Key: Encodable {
        package let keys: [String]
        package let action: String
    }

    package static let keys = [
        Key(keys: ["j", "n"], action: "the next item; in an article, the next one in the list"),
        Key(keys: ["k", "p"], action: "the previous item; in an article, the previous one in the list"),
        Key(keys: ["o", "Enter"], action: "open the item"),
        Key(keys: ["v"], action: "open the original in a new tab"),
        Key(keys: ["V"], action: "open the original here"),
        Key(keys: ["c"], action: "the item's comments"),
        Key(keys: ["x"], action: "fold or unfold the comment"),
        Key(keys: ["J", "K"], action: "the next comment at this depth, the previous one"),
        Key(keys: ["u"], action: "back to the list; in comments, the parent comment"),
        Key(keys: ["U"], action: "the first comment of the thread"),
        Key(keys: ["m"], action: "mark as read or unread, and go to the next item"),
        Key(keys: ["f", "s"], action: "save, or remove from saved"),
        Key(keys: ["A"], action: "mark the whole list as read"),
        Key(keys: ["M"], action: "mark an item of a feed and all items above it as read"),
        Key(keys: ["l"], action: "more items"),
        Key(keys: ["h"], action: "back"),
        Key(keys: ["d"], action: "switch between a dense and an airy list"),
        Key(keys: ["z t"], action: "scroll the item to the top"),
        Key(keys: ["r"], action: "reload this"),
        Key(keys: ["R"], action: "reload the whole page"),
        Key(keys: ["/"], action: "search"),
        Key(
            keys: ["g t", "g n", "g s", "g h", "g f", "g m", "g k", "g l", "g p", "g b"],
            action: "go to today, news, sources, Hacker News, feeds, movies, meals, lab, people, saved"),
        Key(keys: ["?"], action: "this list"),
        Key(keys: ["Esc"], action: "close this list, leave a field"),
    ]
}
