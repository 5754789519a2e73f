// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ToolSupport

/// `ba-transport`: brings asset packs to a host, and says what becomes of them there.
package struct TransportTool: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ba-transport",
        abstract: "Upload asset packs to a host, and submit and release them from afar.",
        discussion: """
            It speaks to `ba-host`, and to App Store Connect as far as Apple's documents go: with --server apple.

            The private half of a key is a file AuthKey_ID.p8, which is looked for in the folder that API_PRIVATE_KEYS_DIR \
            names, in ./private_keys, ~/private_keys, ~/.private_keys and ~/.appstoreconnect/private_keys, as altool does. \
            What uploads have come to is kept in $XDG_STATE_HOME/background-assets/transport.

            EXAMPLES
              ba-transport upload Tutorial.aar Music.aar --app com.example.game --wait
              ba-transport list --app com.example.game
              ba-transport submit Tutorial --app com.example.game --context appstore
              ba-transport status --app com.example.game --pack Tutorial --wait
              ba-transport release list --app com.example.game

            ENVIRONMENT
              BA_TRANSPORT_SERVER        --server
              BA_TRANSPORT_TRUST         --trust
              BA_TRANSPORT_API_KEY       --api-key
              BA_TRANSPORT_API_ISSUER    --api-issuer
              BA_TRANSPORT_P8_FILE_PATH  --p8-file-path
              API_PRIVATE_KEYS_DIR       where keys are looked for first
              https_proxy, no_proxy      a proxy, and hosts that are reached without it

            EXIT STATUSES
              0 it is done; with --wait, it has come to a good end
              1 the server has nothing like what is asked for, or the submission was called off
              64 the command was given wrongly
              65 the archive is malformed, the host refuses what it is asked for, or something is in the way there
              66 there is no such archive, app, pack or version
              69 the host cannot be reached, or is at fault
              74 something cannot be read or written
              75 not yet: a wait took too long, or the host asks to come back later
              76 the server answered something that makes no sense
              77 the key is refused, or may not do this
              78 there is no key, or it is none
              79 the host could not process what was uploaded
              80 a reviewer has rejected it
            """,
        version: ToolVersion.current,
        subcommands: [
            UploadCommand.self, AppsCommand.self, ListCommand.self, StatusCommand.self, SubmitCommand.self,
            CancelCommand.self,
            BuildCommand.self, ReleaseCommand.self, TokenCommand.self, ExitCodesCommand.self,
        ])

    package init() {}
}
