public import Foundation

/// Links to other sites, without tracking parameters.
public enum OutsideLink {
    private static let trackers: Set<String> = [
        "fbclid", "gclid", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "igshid", "mc_cid", "mc_eid",
        "mkt_tok", "ref_src", "ref_url", "cmpid", "ncid", "sr_share", "_hsenc", "_hsmi", "oly_anon_id", "oly_enc_id",
        "vero_id", "wickedid", "s_cid",
    ]

    /// Returns an address without the query parameters of campaigns and of sharing, otherwise unchanged.
    public static func plain(_ url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let items = parts.percentEncodedQueryItems
        else { return url }
        let kept = items.filter { item in
            let name = item.name.lowercased()
            return !name.hasPrefix("utm_") && !trackers.contains(name)
        }
        guard kept.count < items.count else { return url }
        parts.percentEncodedQueryItems = kept.isEmpty ? nil : kept
        return parts.url ?? url
    }
}
