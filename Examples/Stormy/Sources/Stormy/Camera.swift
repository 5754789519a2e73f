// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// Takes a photo when a person has tapped the notification that asks for one.
final class Camera: NSObject, UNUserNotificationCenterDelegate, Sendable {
    static let shared = Camera()

    func takeTaps() { UNUserNotificationCenter.current().delegate = self }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        guard response.notification.request.content.userInfo["asksFor"] as? String == "photo" else { return }
        do {
            let caches = try FileManager.default.url(
                for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            let photo = caches.appendingPathComponent("\(UUID().uuidString).bmp")
            try Self.sky().write(to: photo)
            say("a photo was taken")
            PhotoUpload.shared.upload(photo)
        } catch { say("no photo was taken: \(error.localizedDescription)") }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner, .list] }

    /// A machine without a camera draws what it would see: a dark sky with a bolt in it, as a BMP.
    private static func sky() -> Data {
        let (width, height) = (160, 120)
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var file = Array("BM".utf8) + bytes(54 + width * height * 3, 4) + bytes(0, 4) + bytes(54, 4)
        file += bytes(40, 4) + bytes(width, 4) + bytes(height, 4) + bytes(1, 2) + bytes(24, 2) + bytes(0, 24)
        for row in 0..<height {
            for column in 0..<width {
                // From the lower edge up.
                let bolt = width / 2 + (row / 20 % 2 == 0 ? row % 20 : 20 - row % 20) - 10
                let isBolt = abs(column - bolt) < 2 && row > 20
                let shade = UInt8(40 + row / 2)
                file += isBolt ? [160, 255, 255] : [shade, shade / 2, shade / 3]
            }
        }
        return Data(file)
    }
}
