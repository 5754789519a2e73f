// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What is heard with a notification. A desktop has its own sounds: here a notification is heard or not.
public final class UNNotificationSound: NSObject, NSCopying, Sendable {
    let name: String?
    let isCritical: Bool

    init(name: String?, isCritical: Bool) {
        self.name = name
        self.isCritical = isCritical
    }

    public static let `default` = UNNotificationSound(name: nil, isCritical: false)
    public static let defaultCritical = UNNotificationSound(name: nil, isCritical: true)
    public static let defaultRingtone = UNNotificationSound(name: nil, isCritical: false)

    public class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound { defaultCritical }

    public class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(name: name.rawValue, isCritical: true)
    }

    public class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> UNNotificationSound { criticalSoundNamed(name) }

    public class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(named: name)
    }

    public convenience init(named name: UNNotificationSoundName) { self.init(name: name.rawValue, isCritical: false) }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationSound else { return false }
        return other.name == name && other.isCritical == isCritical
    }
    public override var hash: Int { name.hashValue }
}
