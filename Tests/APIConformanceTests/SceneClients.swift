// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

/// Every type of background task, on a scene: that it compiles is the test.
struct SceneClient: App {
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup { Text("Weather") }
            .backgroundTask(.appRefresh("refresh")) {}
            .backgroundTask(.appRefresh("answer")) { _ in }
            .backgroundTask(.appRefresh) { (identifier: String?) in _ = identifier }
            .backgroundTask(.urlSession("weather")) {}
            .backgroundTask(.urlSession) { (identifier: String) in _ = identifier }
            .backgroundTask(.urlSession(matching: { $0.hasPrefix("photo") })) { identifier in _ = identifier.count }
            .backgroundTask(.bluetoothAlert) {}
            .backgroundTask(.watchConnectivity) {}
            .backgroundTask(.intentDidRun) {}
            .backgroundTask(.relevantShortcut) {}
            .backgroundTask(.snapshot) { (data: SnapshotData) in
                switch data.reason {
                case .appBackgrounded, .appScheduled, .complicationUpdate, .prelaunch, .returnToDefaultState: break
                }
                return SnapshotResponse(
                    restoredDefaultState: data.identifier == nil, estimatedSnapshotExpiration: .distantFuture,
                    identifier: "next")
            }
            .onChange(of: phase) { _, new in _ = new == .background }
    }
}

/// A model that the app has, its views find around them, and its tasks use.
@MainActor @Observable final class WeatherModel {
    var isStormy = false

    func refresh() async { isStormy = !isStormy }
}

struct WeatherView: View {
    @Environment(WeatherModel.self) private var model
    @Environment(GroupModel.self) private var group: GroupModel?

    var body: some View { Text(model.isStormy && group == nil ? "Stormy" : "Clear") }
}

@Observable final class GroupModel: Sendable {}

struct ModelClient: App {
    @State private var model = WeatherModel()

    var body: some Scene {
        WindowGroup { WeatherView().environment(model).task { await model.refresh() } }
            .backgroundTask(.appRefresh("refresh")) { [model] in await model.refresh() }
    }
}

/// Scenes that belong together.
struct GroupClient: App {
    var body: some Scene {
        Group {
            WindowGroup { Text("Weather") }
            WindowGroup("Photos", id: "photos") { Group { Text("Photos") } }
        }
        .backgroundTask(.appRefresh("refresh")) {}
    }
}

/// The same on what a widget is made of.
struct WidgetClient<Content: WidgetConfiguration>: WidgetConfiguration {
    let content: Content

    var body: some WidgetConfiguration {
        content.backgroundTask(.appRefresh("refresh")) {}
            .backgroundTask(.urlSession(matching: { _ in true })) { _ in }
    }
}

@Suite("The surface of SwiftUI's background tasks") struct SceneClients {
    @Test("A response to a snapshot may say nothing") func snapshots() {
        #expect(type(of: SnapshotResponse()) == SnapshotResponse.self)
        #expect(type(of: BackgroundTask<Void, Void>.appRefresh("refresh")) == BackgroundTask<Void, Void>.self)
    }
}
