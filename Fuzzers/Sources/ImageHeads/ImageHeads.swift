import Foundation
import Freshet
import FuzzInput

/// Fuzzes the header parsers of pictures: every size must be positive and within the limits of the formats.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(bytes, count)
    // A slice, whose indices do not start at 0, must give the same result as the whole.
    let data = input.data
    let format = ImageFormat(of: data)
    for claimed in ImageFormat.allCases {
        guard let size = PixelSize(of: data, format: claimed) else { continue }
        check(size.width > 0 && size.height > 0, "\(size) is no size")
        check(size.width <= Int(Int32.max) && size.height <= Int(Int32.max), "\(size) is too large")
    }
    if let image = try? ImageData(data) {
        check(image.format == format, "two formats")
        check(image.pixelSize == PixelSize(of: Data(data), format: image.format), "a slice reads differently")
    } else {
        check(format == nil, "a format without a picture")
    }
    _ = input.byte()
    _ = try? ImageData(input.data)
    return 0
}
