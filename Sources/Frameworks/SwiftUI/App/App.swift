// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// An app: what it consists of, and how it begins.
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    /// Begins the app, and goes on until its process is ended. Nothing is shown: what its scenes do in the background is done.
    @MainActor @preconcurrency public static func main() {
        var actions = SceneActions()
        actions.collect(Self().body)
        actions.register(permitted: permittedIdentifiers)
        RunLoop.main.run()
        // Without anything that it waits for it ends at once.
        dispatchMain()
    }

    /// Those of the Info.plist of the bundle that the app's program is in.
    private static var permittedIdentifiers: [String] {
        let path = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("Info.plist")
        guard let path, let data = try? Data(contentsOf: path),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else { return [] }
        return list["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? []
    }
}
