// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOHTTP1

extension HTTPHeaders {
    /// The longest that a server may keep anybody waiting, in seconds.
    private static let longestPause = 86_400

    /// The value of Retry-After in seconds, at most a day. A date is counted from that of the answer: by the clock of the
    /// server, whatever ours says.
    var retryAfterSeconds: Int? {
        guard let text = first(name: "Retry-After") else { return nil }
        // A number of any length is one; no date is without other characters.
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if isNumber { return Int(text).map { Swift.min($0, Self.longestPause) } ?? Self.longestPause }
        let seconds = Self.moment(text).map { $0 - (first(name: "Date").flatMap(Self.moment) ?? time(nil)) }
        guard let seconds, seconds >= 0 else { return nil }
        return Swift.min(seconds, Self.longestPause)
    }

    /// Seconds since 1970 of a date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7; the two obsolete forms
    /// are sent by nobody).
    private static func moment(_ text: String) -> Int? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let fields = text.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 6, fields[0].count == 4, fields[0].hasSuffix(","), fields[5] == "GMT",
            let day = Int32(fields[1]), let month = months.firstIndex(of: String(fields[2])),
            let year = Int32(fields[3])
        else { return nil }
        let clock = fields[4].split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (1...31).contains(day), (1970...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        var parts = tm()
        (parts.tm_mday, parts.tm_mon, parts.tm_year) = (day, Int32(month), year - 1900)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
        return timegm(&parts)
    }
}
