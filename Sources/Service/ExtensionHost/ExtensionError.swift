// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// How an extension let its app down: reported, and never in the app's way.
package enum ExtensionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It may not run now, and was not started; until then (seconds since 1970), when that is known.
    case notPermitted(extensionID: String, reason: String, until: Double?)
    case cannotStart(extensionID: String, SystemError)
    /// What it may reach cannot be found out or set up.
    case cannotConfine(extensionID: String, reason: String)
    /// It was started in its confinement, where its program could not be run.
    case neverRan(extensionID: String, reason: String)
    /// It ended by itself, with this status, before it had answered.
    case exited(extensionID: String, status: Int32)
    /// A signal that the service did not send ended it.
    case crashed(extensionID: String, signal: Int32)
    /// It used up its run time, in seconds.
    case hung(extensionID: String, entryPoint: String, limit: Double)
    /// Memory exception: it used more anonymous memory than allowed, in bytes.
    case memoryExceeded(extensionID: String, used: UInt64, limit: UInt64)
    /// It wants so many downloads, and an app may have no more than the limit.
    case excessive(extensionID: String, count: Int, limit: Int)
    /// Nobody waited for its answer any more, so that it was ended: nothing is wrong with it.
    case calledOff(extensionID: String)
    /// It answered what is no answer.
    case nonsense(extensionID: String, reason: String)

    package var description: String {
        switch self {
        case .notPermitted(let id, let reason, _): "the extension \(id) may not run now: \(reason)"
        case .cannotStart(let id, let error): "the extension \(id) cannot be started: \(error)"
        case .cannotConfine(let id, let reason): "the extension \(id) cannot be confined to its files: \(reason)"
        case .neverRan(let id, let reason): "the extension \(id) cannot be started: \(reason)"
        case .exited(let id, let status): "the extension \(id) exited with status \(status) before it had answered"
        case .crashed(let id, let signal): "the extension \(id) crashed (signal \(signal))"
        case .hung(let id, let entryPoint, let limit):
            "the extension \(id) was ended: \(entryPoint) had not returned when its run time of \(limit.formatted) s was used up"
        case .memoryExceeded(let id, let used, let limit):
            "the extension \(id) was ended by a memory exception: it used \(used >> 10) KiB, and \(limit >> 10) KiB are "
                + "allowed"
        case .calledOff(let id): "the extension \(id) was ended, for nobody waited for its answer any more"
        case .excessive(let id, let count, let limit):
            "the extension \(id) wants \(count) downloads, and an app may have \(limit) at a time: none of them was scheduled"
        case .nonsense(let id, let reason): "the extension \(id) answered nonsense: \(reason)"
        }
    }
}

extension Double {
    /// With a digit after the point at most, and without a fraction when there is none.
    fileprivate var formatted: String {
        let tenths = (self * 10).rounded()
        guard tenths.isFinite, abs(tenths) < 1e15 else { return "\(self)" }
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int64(tenths / 10))" : "\(tenths / 10)"
    }
}
