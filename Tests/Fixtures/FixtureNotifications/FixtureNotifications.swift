// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import UserNotifications

/// An app that tells its person something, as one is written for Apple's platforms. It says what happens in the file `said` beside its bundle.
@main
struct FixtureNotifications {
    static let folder = FileManager.default.currentDirectoryPath + "/../"
    static let center = UNUserNotificationCenter.current()

    static func say(_ text: String) {
        // What is said at the same time, by others too, comes behind it.
        let file = open(folder + "said", O_WRONLY | O_APPEND | O_CLOEXEC)
        let line = Array((text + "\n").utf8)
        _ = write(file, line, line.count)
        close(file)
    }

    static func content(_ identifier: String) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "Stormy skies!"
        content.subtitle = "Today"
        content.body = "Take a photo of \(identifier)"
        content.sound = .default
        content.badge = 1
        content.userInfo = ["day": 12, "place": ["city": "Cupertino"]]
        content.categoryIdentifier = identifier == "plain" ? "" : "photo"
        return content
    }

    static func add(_ identifier: String, _ trigger: UNNotificationTrigger?) async {
        do {
            try await center.add(
                UNNotificationRequest(identifier: identifier, content: content(identifier), trigger: trigger))
            say("added \(identifier)")
        } catch UNError.notificationsNotAllowed { say("notificationsNotAllowed \(identifier)") } catch let error
            as UNError
        {
            say("\((error as NSError).domain) \(error.code.rawValue) \(identifier)")
        } catch { say("other \(error.localizedDescription)") }
    }

    static func setCategories() {
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "photo",
                actions: [
                    UNNotificationAction(identifier: "take", title: "Take one", options: [.foreground]),
                    UNNotificationAction(identifier: "later", title: "Later"),
                    UNTextInputNotificationAction(
                        identifier: "tell", title: "Tell", textInputButtonTitle: "Send", textInputPlaceholder: "What?"),
                ], intentIdentifiers: [], options: [.customDismissAction])
        ])
    }

    static func main() async {
        let listener = Listener()
        let arguments = CommandLine.arguments.dropFirst()
        if !arguments.contains("deaf") {
            center.delegate = listener
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "refresh", using: nil) { task in
                say("launched \(task.identifier)")
                // Nobody waits for these.
                for number in 1...5 where FileManager.default.fileExists(atPath: folder + "tell") {
                    let identifier = "untold-\(number)"
                    center.add(
                        UNNotificationRequest(identifier: identifier, content: content(identifier), trigger: nil))
                }
                task.setTaskCompleted(success: true)
            }
        }
        say(ProcessInfo.processInfo.environment["XDG_ACTIVATION_TOKEN"].map { "opened with \($0)" } ?? "opened")
        setCategories()
        if FileManager.default.fileExists(atPath: folder + "leave") {
            // What stays when its parent is gone, in the process group of the app.
            system("sleep 600 > /dev/null 2>&1 & echo $! > ../part; mv ../part ../left")
        }
        for argument in arguments {
            let parts = argument.split(separator: ":").map(String.init)
            switch parts[0] {
            case "authorize":
                say("authorized \((try? await center.requestAuthorization(options: [.alert, .sound])) ?? false)")
            case "settings": say("settings \(await center.notificationSettings().authorizationStatus.rawValue)")
            case "now": await add(parts[1], nil)
            case "after":
                await add(
                    parts[1],
                    UNTimeIntervalNotificationTrigger(timeInterval: Double(parts[2]) ?? 0, repeats: parts.count > 3))
            case "noon":
                await add(
                    parts[1], UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 12), repeats: true))
            case "pending":
                let requests = await center.pendingNotificationRequests()
                say("pending " + requests.map { "\($0.identifier) \($0.content.title)" }.joined(separator: ", "))
            case "delivered":
                let all = await center.deliveredNotifications()
                say(
                    "delivered "
                        + all.map { "\($0.request.identifier) \($0.request.content.body)" }.joined(separator: ", "))
            case "forget":
                center.removePendingNotificationRequests(withIdentifiers: [parts[1]])
                center.removeDeliveredNotifications(withIdentifiers: [parts[1]])
                say("forgotten \(parts[1])")
            case "categories":
                let categories = await center.notificationCategories()
                say(
                    "categories "
                        + categories.map { "\($0.identifier) \($0.actions.map(\.title))" }.joined(separator: ", "))
            default: break
            }
        }
        if arguments.isEmpty || arguments.contains("stay") { while true { try? await Task.sleep(for: .seconds(3600)) } }
        withExtendedLifetime(listener) {}
    }
}

final class Listener: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        FixtureNotifications.say("presenting \(notification.request.identifier)")
        completionHandler(notification.request.identifier == "quiet" ? [] : [.banner, .sound])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let content = response.notification.request.content
        let place = content.userInfo["place"] as? [String: String]
        let action =
            switch response.actionIdentifier {
            case UNNotificationDefaultActionIdentifier: "default"
            case UNNotificationDismissActionIdentifier: "dismiss"
            default: response.actionIdentifier
            }
        let text = (response as? UNTextInputNotificationResponse)?.userText
        if response.notification.request.identifier == "slow" {
            // Behind what the service is told of that before.
            _ = await FixtureNotifications.center.notificationSettings()
            FixtureNotifications.say("begun slow")
            while !FileManager.default.fileExists(atPath: FixtureNotifications.folder + "go") {
                try? await Task.sleep(for: .milliseconds(10))
            }
        }
        FixtureNotifications.say(
            "\(action) \(response.notification.request.identifier) \(content.userInfo["day"] ?? "-") \(place?["city"] ?? "-")"
                + (text.map { " \($0)" } ?? ""))
    }
}
