// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

extension StoreSubmission {
    /// Submits versions of packs that are not submitted yet, as one.
    func submit(_ wanted: inout [SubmittedVersion]) async throws(TransportError) {
        try await checkNamed()
        var told: Set<Int> = []
        while true {
            let open = wanted.indices.filter { !wanted[$0].isUnderWay(in: .appstore) }
            let others = wanted.indices.filter { !open.contains($0) && told.insert($0).inserted }
            for index in others {
                let state = wanted[index].version.releases[.appstore] ?? ""
                Console.standard.note("\(wanted[index].what) is submitted already: \(state)")
            }
            if !others.isEmpty {
                let found = try await submissions(of: Set(others.map { .pack(wanted[$0].version.id) }))
                for index in others { wanted[index].submissionID = found[.pack(wanted[index].version.id)]?.id }
                if !open.isEmpty {
                    let ids = Set(others.compactMap { wanted[$0].submissionID }).sorted().joined(separator: ", ")
                    Console.standard.note(
                        "the rest is submitted apart from that\(ids.isEmpty ? "" : " (\(ids))"), and released apart from it"
                    )
                }
            }
            guard !open.isEmpty else { return }
            do throws(TransportError) {
                let submitted = try await submit(open.map { .pack(wanted[$0].version.id) })
                for index in open { wanted[index].submissionID = submitted.id }
                return
            } catch {
                // One that was looked up before the others may have been let out meanwhile, with them.
                guard error.isConflict, try await lookAgain(at: open, of: &wanted) else { throw error }
            }
        }
    }

    /// - Returns: whether one of these is under way by now.
    private func lookAgain(
        at open: [Int], of wanted: inout [SubmittedVersion]
    ) async throws(TransportError) -> Bool {
        for index in open { wanted[index].version = try await server.version(wanted[index].version.id) }
        return open.contains { wanted[$0].isUnderWay(in: .appstore) }
    }
}
