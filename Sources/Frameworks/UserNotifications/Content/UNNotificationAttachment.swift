// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keys of an attachment's options. They are taken, and of no use here.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "UNNotificationAttachmentOptionsThumbnailHiddenKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNNotificationAttachmentOptionsThumbnailTimeKey = "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A file that is shown with a notification: the first picture is, where the desktop can. It stays where it lies.
public final class UNNotificationAttachment: NSObject, NSCopying, Sendable {
    public let identifier: String
    public let url: URL
    /// The type of the file, by the ending of its name.
    public let type: String

    private static let types = [
        "png": "public.png", "jpg": "public.jpeg", "jpeg": "public.jpeg", "gif": "com.compuserve.gif",
        "svg": "public.svg-image", "webp": "org.webmproject.webp", "heic": "public.heic", "mp3": "public.mp3",
        "wav": "com.microsoft.waveform-audio", "m4a": "com.apple.m4a-audio", "mp4": "public.mpeg-4",
        "mpg": "public.mpeg", "avi": "public.avi",
    ]

    /// Whether a desktop may show it.
    var isPicture: Bool {
        ["public.png", "public.jpeg", "com.compuserve.gif", "public.svg-image", "org.webmproject.webp"].contains(type)
    }

    init(identifier: String, url: URL, type: String) {
        self.identifier = identifier
        self.url = url
        self.type = type
    }

    /// - Throws: `UNError` for what is no file, and for one whose name does not tell what is in it.
    public convenience init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        guard url.isFileURL, FileManager.default.fileExists(atPath: url.path) else {
            throw UNError(.attachmentInvalidURL, "there is no file \(url.path)")
        }
        guard let type = Self.types[url.pathExtension.lowercased()] else {
            throw UNError(.attachmentUnrecognizedType, "the name of \(url.path) ends like no picture, sound or film")
        }
        self.init(
            identifier: identifier.isEmpty ? UUID().uuidString : identifier, url: url.standardizedFileURL, type: type)
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAttachment else { return false }
        return other.identifier == identifier && other.url == url && other.type == type
    }
    public override var hash: Int { identifier.hashValue }
}
