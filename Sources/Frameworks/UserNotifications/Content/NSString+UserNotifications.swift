// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSString {
    /// A text of the app's own tables, in the language of now: on Apple's platforms in that of when it is shown.
    ///
    /// - Parameters:
    ///   - key: in `Localizable.strings`; the text itself where there is no such key.
    ///   - arguments: for the places in the text.
    /// - Returns: the text.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        let format = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
        guard let arguments, !arguments.isEmpty else { return format }
        return String(format: format, arguments: arguments.map { ($0 as? any CVarArg) ?? "\($0)" as NSString })
    }
}
