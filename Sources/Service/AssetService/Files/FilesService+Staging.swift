// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Logging
internal import SystemPackage
internal import SystemSupport

// What downloads have staged, once it is of no use.
extension FilesService {
    /// Moves what downloads that end have staged away from its place: in a moment an app may schedule one of the same ID, whose
    /// place it is then.
    ///
    /// - Returns: the names of what `removeStaging` is to remove; what a crash leaves of it is removed at the next start.
    func setAside(_ ids: [String]) -> [String] {
        do throws(SystemError) {
            let spool = try Directory(opening: layout.spool)
            return ids.compactMap { id in
                let name = "ended-" + UUID().uuidString
                do throws(SystemError) {
                    try spool.rename(id, to: name)
                    return name
                } catch { return error.errno == .noSuchFileOrDirectory ? nil : id }
            }
        } catch { return ids }
    }

    /// - `names`: in the spool.
    func removeStaging(_ names: [String]) async {
        if names.isEmpty { return }
        let spool = layout.spool
        do throws(SystemError) {
            try await BlockingWork.run { () throws(SystemError) in
                let folder = try Directory(opening: spool)
                var failure: SystemError?
                for name in names {
                    do throws(SystemError) { try folder.removeTree(name) } catch { failure = error }
                }
                if let failure { throw failure }
            }
        } catch { logger.warning("what was fetched of a download cannot be removed: \(error)") }
    }
}
