// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ProcessInfo {
    /// Whether the device saves power, by what its person has set or it says itself: apps are to do less then. False where nobody can say so.
    public var isLowPowerModeEnabled: Bool { TaskRuntime.own.isLowPowerModeOn }
}

extension NSNotification.Name {
    /// Posted on a global queue when `ProcessInfo.isLowPowerModeEnabled` is another, in an app that has registered a launch handler.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
        "NSProcessInfoPowerStateDidChangeNotification")
}
