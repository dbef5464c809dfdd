// Written by "freshet service" from shop.yaml. Changes are overwritten.

public import Foundation
public import Freshet

extension Request where API == Shop, Value == Void {
    /// Sends `PUT /items/{item_id}/photo`.
    public static func replacePhoto(itemID: UUID, body: RequestBody? = nil) -> Self {
        Request("items/\(itemID, as: "item_id")/photo", method: .put, body: body, reading: .nothing)
            .header(.contentType, "image/jpeg")
    }
}

extension Request where API == Shop, Value == Data {
    /// Sends `GET /items/{item_id}/photo`.
    public static func getItemsByItemIDPhoto(itemID: UUID) -> Self {
        Request("items/\(itemID, as: "item_id")/photo", reading: .data)
            .header(.accept, "image/jpeg")
    }
}

extension Request where API == Shop, Value == String {
    /// Sends `POST /items/{item_id}/photo`.
    public static func addPhotos(
        itemID: UUID,
        title: String,
        files: [Shop.FormFile],
        cover: Shop.FormFile? = nil,
        facts: Shop.Facts? = nil
    ) -> Self {
        var parts = Shop.PartList()
        parts.append("title", title)
        parts.append("files", files: files)
        parts.append("cover", files: cover)
        parts.append("facts", json: facts)
        return Request(
            "items/\(itemID, as: "item_id")/photo",
            method: .post,
            body: .multipart(parts.parts),
            reading: .text
        )
        .header(.accept, "text/plain")
    }
}
