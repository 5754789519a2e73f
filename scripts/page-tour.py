#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""Leads Chromium through the pages of a host, as two people of a team use them.

Each page is looked at at the width of a desktop and of a phone, in light and dark: nothing may be wider than the window, nothing may
be reported to the console, and axe may find nothing wrong for people who do not see, or use no mouse. Run by scripts/test-page.sh:
programs, folder of the host, folder for screenshots, and the invitations of an administrator and of a reviewer.
"""

import base64
import json
import pathlib
import plistlib
import random
import re
import ssl
import subprocess
import sys
import time
import urllib.request

import jwt
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright, expect

programs, folder, screenshots, administrator, reviewer = sys.argv[1:]
folder, screenshots = pathlib.Path(folder), pathlib.Path(screenshots)
base = (folder / "url").read_text().splitlines()[0].strip()
faults = []
views = [("desktop", 1280, 900), ("phone", 390, 844)]


def watched(context):
    page = context.new_page()
    page.on("console", lambda message: faults.append(f"{page.url}: console: {message.text}") if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    return page


def look(page, name):
    """Looks at the page that is open, at each width."""
    for view, width, height in views:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=screenshots / f"{name}-{view}-{scheme}.png", full_page=True)
            overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if overflow > 0:
                faults.append(f"{name} ({view}): {overflow} px wider than the window")
            result = Axe().run(page)
            for violation in result.response["violations"]:
                nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:3])
                faults.append(f"{name} ({view}, {scheme}): {violation['id']}: {violation['help']}: {nodes}")
    page.set_viewport_size({"width": views[0][1], "height": views[0][2]})
    page.emulate_media(color_scheme="light")


def look_plainly(page, name):
    """The same of one without scripts, which axe is made of."""
    for view, width, height in views:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=screenshots / f"{name}-{view}.png", full_page=True)


def token():
    key = json.loads((folder / "key.json").read_text())
    now = int(time.time())
    claims = {"iss": key["issuer"], "iat": now, "exp": now + 600, "aud": "appstoreconnect-v1"}
    return jwt.encode(claims, key["privateKey"], algorithm="ES256", headers={"kid": key["id"]})


def host(*arguments):
    """Does something at the machine of the host."""
    subprocess.run([programs + "/ba-host", *arguments, "--data", str(folder / "host")], check=True, capture_output=True)


def send(method, path, kind, authorization, attributes=None, relationships=None, id=None):
    data = {"type": kind}
    if id:
        data["id"] = id
    if attributes:
        data["attributes"] = attributes
    if relationships:
        data["relationships"] = {name: {"data": {"type": t, "id": i}} for name, (t, i) in relationships.items()}
    request = urllib.request.Request(
        base + path,
        method=method,
        data=json.dumps({"data": data}).encode(),
        headers={"Authorization": "Bearer " + authorization, "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, context=trusting) as answer:
        return json.load(answer)["data"]


trusting = ssl.create_default_context(cafile=str(folder / "host/identity/ca.pem"))


def pack_archive(name, files):
    """Makes the archive of a pack."""
    source = folder / ("pack-" + name)
    subprocess.run(["rm", "-rf", str(source)], check=True)
    for path, content in files.items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_bytes(content if isinstance(content, bytes) else content.encode())
    selectors = [{"file": path} for path in sorted(files)]
    manifest = {"assetPackID": name, "downloadPolicy": {"onDemand": {}}, "fileSelectors": selectors, "platforms": ["iOS", "Linux"]}
    (source / "Manifest.json").write_text(json.dumps(manifest))
    subprocess.run([programs + "/ba-package", "Manifest.json", "-o", name + ".aar"], cwd=source, check=True, capture_output=True)
    return source / (name + ".aar")


def upload(pack_id, files, authorization, name="Tutorial"):
    """Uploads a version of the pack, and waits until it has been processed."""
    archive = pack_archive(name, files).read_bytes()
    version = send(
        "POST", "/v1/backgroundAssetVersions", "backgroundAssetVersions", authorization,
        relationships={"backgroundAsset": ("backgroundAssets", pack_id)},
    )["id"]
    file = send(
        "POST", "/v1/backgroundAssetUploadFiles", "backgroundAssetUploadFiles", authorization,
        {"assetType": "ASSET", "fileName": "Tutorial.aar", "fileSize": len(archive)},
        {"backgroundAssetVersion": ("backgroundAssetVersions", version)},
    )
    for operation in file["attributes"]["uploadOperations"]:
        part = archive[operation["offset"] : operation["offset"] + operation["length"]]
        request = urllib.request.Request(
            operation["url"], method="PUT", data=part,
            headers={header["name"]: header["value"] for header in operation["requestHeaders"]},
        )
        urllib.request.urlopen(request, context=trusting).close()
    send(
        "PATCH", "/v1/backgroundAssetUploadFiles/" + file["id"], "backgroundAssetUploadFiles", authorization,
        {"uploaded": True}, id=file["id"],
    )
    for _ in range(600):
        request = urllib.request.Request(
            f"{base}/v1/backgroundAssetVersions/{version}", headers={"Authorization": "Bearer " + authorization}
        )
        with urllib.request.urlopen(request, context=trusting) as answer:
            state = json.load(answer)["data"]["attributes"]["state"]
        if state == "COMPLETE":
            return version
        time.sleep(0.1)
    raise AssertionError(f"the version is {state}, and should have been processed")


def processed(page):
    """Looks at what has been uploaded again, until it has been processed."""
    for _ in range(600):
        if not page.get_by_text("Processing", exact=True).count():
            break
        page.get_by_role("link", name="Look again").click()
    expect(page.get_by_text("Complete", exact=True)).to_be_visible()


def app_archive():
    """Makes the archive of an app whose program is none that needs a certain processor."""
    bundle = folder / "app" / "Game.app"
    bundle.mkdir(parents=True)
    information = {"CFBundleIdentifier": "com.example.game", "CFBundleShortVersionString": "1.0", "CFBundleVersion": "7", "CFBundleExecutable": "game"}
    (bundle / "Info.plist").write_bytes(plistlib.dumps(information))
    (bundle / "game").write_text("#!/bin/sh\n")
    (bundle / "game").chmod(0o755)
    archive = folder / "app" / "Game.tar.gz"
    subprocess.run(["tar", "-czf", archive, "Game.app"], cwd=bundle.parent, check=True)
    return archive


def choose_password(page, address, name):
    page.goto(address)
    look(page, "welcome-" + name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_label("Once more").fill("correct horse battery")
    page.get_by_role("button", name="Sign in with it").click()
    expect(page.get_by_role("heading", name="Apps")).to_be_visible()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    # The certificate is the host's own; that clients verify it is another test's.
    ada = watched(browser.new_context(ignore_https_errors=True, locale="en-GB", timezone_id="Europe/London"))
    choose_password(ada, administrator, "ada")
    look(ada, "apps")
    # With the keyboard alone: past the navigation, and to the app.
    ada.keyboard.press("Tab")
    expect(ada.get_by_role("link", name="Skip to the content")).to_be_focused()
    ada.keyboard.press("Enter")
    ada.keyboard.press("Tab")
    expect(ada.get_by_role("link", name="New app")).to_be_focused()
    ada.keyboard.press("Tab")
    expect(ada.get_by_role("link", name="The Coast")).to_be_focused()
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("heading", name="The Coast")).to_be_visible()
    app_address = ada.url
    # Another app, whose packs nobody looks at.
    ada.goto(f"{base}/console/")
    ada.get_by_role("link", name="New app").click()
    ada.get_by_label("Bundle identifier").fill("com.example.inland")
    ada.get_by_label("Name").fill("Inland")
    ada.get_by_label("Who decides on what is submitted").select_option("four-eyes")
    look(ada, "app-new")
    ada.get_by_role("button", name="Make it").click()
    expect(ada.get_by_role("heading", name="Inland")).to_be_visible()
    ada.get_by_role("link", name="Settings of the app").click()
    ada.get_by_label("Who decides on what is submitted").select_option("automatic")
    ada.get_by_label("All packs are for devices that show a token").check()
    look(ada, "app-settings")
    ada.get_by_role("button", name="Change it").click()
    expect(ada.get_by_text("for devices that show a token")).to_be_visible()
    ada.goto(app_address)
    ada.get_by_label("New pack").fill("Tutorial")
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("heading", name="Tutorial")).to_be_visible()
    pack = ada.url
    authorization = token()
    pack_id = pack.rsplit("/", 1)[1]
    first = upload(pack_id, {"Videos/Introduction.m4v": "one", "Maps/coast.json": "{}", "old.txt": "gone soon"}, authorization)
    ada.reload()
    expect(ada.get_by_text("Complete", exact=True)).to_be_visible()
    look(ada, "pack")
    ada.goto(f"{base}/console/versions/{first}")
    look(ada, "version")
    ada.get_by_role("button", name="Submit for external testing").click()
    expect(ada.get_by_text("Waiting for review").first).to_be_visible()

    grace = watched(browser.new_context(ignore_https_errors=True, locale="en-GB"))
    choose_password(grace, reviewer, "grace")
    grace.get_by_role("link", name="Reviews").click()
    look(grace, "reviews")
    grace.get_by_role("link", name="The Coast for External testing").click()
    look(grace, "review")
    # What is written when the session has ended is not lost.
    grace.get_by_label("Message").fill("The map has no harbour.")
    grace.context.clear_cookies()
    grace.get_by_role("button", name="Reject").click()
    expect(grace.get_by_text("The map has no harbour.")).to_be_visible()
    faults[:] = [fault for fault in faults if "status of 403" not in fault]
    look(grace, "session-ended")
    grace.get_by_label("Mail").fill("grace@example.com")
    grace.get_by_label("Password").fill("correct horse battery")
    grace.get_by_role("button", name="Sign in", exact=True).click()
    grace.get_by_label("Message").fill("The map has no harbour.")
    grace.get_by_role("button", name="Reject").click()
    expect(grace.get_by_text("Rejected").first).to_be_visible()
    ada.goto(f"{base}/console/versions/{first}")
    expect(ada.get_by_text("The map has no harbour.")).to_be_visible()

    second = upload(pack_id, {"Videos/Introduction.m4v": "one", "Maps/coast.json": '{"harbour": true}', "new.txt": "here"}, authorization)
    ada.goto(f"{base}/console/versions/{second}")
    ada.get_by_role("button", name="Submit for external testing").click()
    grace.goto(f"{base}/console/reviews")
    grace.get_by_role("link", name="The Coast for External testing").first.click()
    for words in ("Removed 1", "Changed 1", "Added 1"):
        expect(grace.get_by_text(words, exact=True)).to_be_visible()
    look(grace, "review-with-difference")
    grace.get_by_role("button", name="Approve").click()
    expect(grace.get_by_text("Approved").first).to_be_visible()

    ada.goto(pack)
    look(ada, "pack-released")
    # What cannot be taken back takes two steps, with scripts and without: the first tells what the second does.
    expect(ada.get_by_role("button", name="Archive Tutorial")).to_have_count(0)
    ada.get_by_text("Archive this pack").click()
    expect(ada.get_by_text("Devices that have it remove it.")).to_be_visible()
    expect(ada.get_by_role("button", name="Archive Tutorial")).to_be_visible()
    look(ada, "pack-archive")
    expect(ada.get_by_text("This pack is archived")).to_have_count(0)
    ada.get_by_role("link", name="The Coast").click()
    # Several files at a time; one of them is no archive.
    broken = folder / "Broken.aar"
    broken.write_bytes(random.Random(1).randbytes(100_000))
    chooser = ada.get_by_label("Drop archives here")
    chooser.set_input_files([pack_archive("Music", {"song.txt": "la la la"}), broken])
    expect(ada.get_by_text("Complete", exact=True)).to_be_visible(timeout=30_000)
    expect(ada.get_by_text("ARCHIVE_INVALID", exact=False)).to_be_visible(timeout=30_000)
    # The list tells of it, too, without a new start of the page.
    expect(ada.locator("#listing").get_by_role("link", name="Music", exact=True)).to_be_visible()
    look(ada, "uploads")
    # One that breaks off is gone on with: after a new start of the page, and what has arrived is not sent again.
    large = pack_archive("Large", {"noise.bin": random.Random(2).randbytes(40_000_000)})
    sent = []
    ada.on("request", lambda request: sent.append(request.url) if request.method == "PUT" else None)
    arrived = []
    ada.on("requestfinished", lambda request: arrived.append(request.url) if request.method == "PUT" else None)
    second_part = re.compile(r"/uploads/[^/]+/2\?")
    ada.route(second_part, lambda route: route.fulfill(status=403))
    chooser.set_input_files([large])
    expect(ada.get_by_text("Part 2 is refused (403). Choose the file again to go on.")).to_be_visible(timeout=30_000)
    ada.unroute(second_part)
    # The others are on their way still.
    for _ in range(600):
        if len([url for url in arrived if not second_part.search(url)]) == 2:
            break
        ada.wait_for_timeout(50)
    faults[:] = [fault for fault in faults if "status of 403" not in fault]
    ada.reload()
    sent.clear()
    ada.get_by_label("Drop archives here").set_input_files([large])
    expect(ada.get_by_text("Complete", exact=True)).to_be_visible(timeout=60_000)
    if [url.split("?")[0].rsplit("/", 1)[1] for url in sent] != ["2"]:
        faults.append(f"an upload that broke off is gone on with by {sent}")
    # Of each change the first answer is lost: nothing is made twice.
    lost = set()

    def lose(route):
        key = route.request.method + " " + route.request.url
        if route.request.method == "GET" or key in lost:
            return route.continue_()
        lost.add(key)
        route.fetch()
        route.abort()

    ada.route("**/v1/background*", lose)
    ada.route("**/v1/background*/*", lose)
    expect(ada.get_by_role("listitem").filter(has_text="Lost")).to_have_count(0)
    ada.get_by_label("Drop archives here").set_input_files([pack_archive("Lost", {"a.txt": "found"})])
    expect(ada.get_by_role("listitem").filter(has_text="Lost").get_by_text("Complete")).to_be_visible(timeout=60_000)
    ada.unroute_all(behavior="wait")
    if sorted(key.split(" ")[0] for key in lost) != ["PATCH", "POST", "POST", "POST"]:
        faults.append(f"the answers that were lost are {lost}")
    # A file is committed once: what the second commit is told leads to a look at it.
    faults[:] = [fault for fault in faults if "ERR_FAILED" not in fault and "status of 409" not in fault]
    ada.reload()
    ada.get_by_role("link", name="Lost", exact=True).click()
    expect(ada.locator("tbody tr")).to_have_count(1)
    ada.go_back()
    ada.get_by_role("link", name="Web hooks").click()
    ada.get_by_label("Name").fill("Builds")
    ada.get_by_label("Address").fill("https://127.0.0.1:1/")
    ada.get_by_label("Secret").fill("sesame")
    look(ada, "webhooks")
    ada.get_by_role("button", name="Make it").click()
    ada.get_by_role("button", name="Ping it").click()
    # The page tells how it stood when it was asked for, and the first attempt may have been under way.
    for _ in range(100):
        if ada.get_by_text("tried once, and again at").is_visible():
            break
        ada.wait_for_timeout(100)
        ada.reload()
    expect(ada.get_by_text("tried once, and again at")).to_be_visible()
    ada.get_by_text("Change", exact=True).click()
    look(ada, "webhook")
    ada.get_by_label("Address").fill("http://hooks.example.com/")
    ada.get_by_role("button", name="Change it").click()
    expect(ada.get_by_role("alert")).to_contain_text("cannot be that of a web hook")
    faults[:] = [fault for fault in faults if "status of 422" not in fault]
    ada.get_by_label("Address").fill("https://127.0.0.1:2/")
    ada.get_by_label("Everybody has a version").uncheck()
    ada.get_by_role("button", name="Change it").click()
    expect(ada.get_by_text("https://127.0.0.1:2/", exact=True)).to_be_visible()
    # A build, and a version of the app that goes with it.
    ada.get_by_role("link", name="The Coast").click()
    ada.get_by_role("link", name="All builds, and a new one").click()
    # Dropped, as files from a desktop are.
    files = ada.evaluate_handle(
        """([name, text]) => {
          const files = new DataTransfer();
          files.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
          return files;
        }""", ["Game.tar.gz", base64.b64encode(app_archive().read_bytes()).decode()])
    ada.dispatch_event(".drop", "drop", {"dataTransfer": files})
    row = ada.locator(".uploads").get_by_role("listitem")
    expect(row.get_by_text("Complete", exact=True)).to_be_visible(timeout=30_000)
    expect(ada.locator("#listing").get_by_role("link")).to_have_count(1)
    look(ada, "build-uploaded")
    row.get_by_role("link").click()
    ada.wait_for_url("**/console/builds/*")
    processed(ada)
    look(ada, "build")
    ada.get_by_role("button", name="Submit for external testing").click()
    expect(ada.get_by_role("link", name="Submitted")).to_be_visible()
    ada.get_by_role("link", name="Builds").click()
    look(ada, "builds")
    ada.get_by_role("link", name="The Coast").click()
    ada.get_by_role("link", name="Versions of the app").click()
    ada.get_by_role("textbox", name="Version").fill("1.0")
    ada.get_by_role("button", name="Make it").click()
    look(ada, "app-version-without-build")
    ada.get_by_role("combobox", name="Build").select_option(index=1)
    ada.get_by_role("button", name="Choose it").click()
    ada.get_by_role("button", name="Add to a submission for everybody").click()
    expect(ada.get_by_role("link", name="Being put together")).to_be_visible()
    look(ada, "app-version")
    ada.get_by_role("link", name="Versions of the app").click()
    look(ada, "app-versions")
    ada.get_by_role("link", name="Team").click()
    ada.get_by_label("Mail", exact=True).fill("bo@example.com")
    ada.get_by_role("button", name="Add and invite").click()
    look(ada, "team")
    ada.get_by_role("link", name="bo@example.com").click()
    ada.get_by_label("Name").fill("Bo")
    ada.get_by_role("radio", name="Only these").check()
    ada.get_by_role("button", name="Change it").click()
    expect(ada.get_by_role("alert")).to_contain_text("Choose the apps")
    faults[:] = [fault for fault in faults if "status of 422" not in fault]
    ada.get_by_label("The Coast").check()
    look(ada, "member")
    ada.get_by_role("button", name="Change it").click()
    expect(ada.get_by_role("row", name="bo@example.com").get_by_role("cell", name="The Coast")).to_be_visible()
    # Where the host sends mail, invitations go by it; nobody takes it here.
    host("mail", "set", "smtp://127.0.0.1:1?tls=none", "--from", "packs@example.com")
    ada.get_by_role("link", name="Team").click()
    ada.get_by_label("Mail", exact=True).fill("cleo@example.com")
    ada.get_by_role("button", name="Add and invite by mail").click()
    expect(ada.get_by_text("An invitation is on its way to cleo@example.com")).to_be_visible()
    look(ada, "team-with-mail")
    host("mail", "off")
    ada.get_by_role("link", name="Ada Lovelace").click()
    ada.get_by_label("Name of the key").fill("laptop")
    ada.get_by_role("button", name="Make a key").click()
    look(ada, "account")
    ada.get_by_role("link", name="Log").click()
    look(ada, "log")
    expect(ada.get_by_text("beta approve: Tutorial 2")).to_be_visible()
    ada.goto(f"{base}/console/nothing")
    faults[:] = [fault for fault in faults if "status of 404" not in fault]
    look(ada, "nothing")
    ada.goto(f"{base}/console/")
    ada.get_by_role("button", name="Sign out").click()
    look(ada, "sign-in")

    # By a provider, too, and back to where they wanted to go; for those alone whom it is sure of, and who are of the team.
    def by_provider(person):
        page = browser.new_context(ignore_https_errors=True, java_script_enabled=False).new_page()
        page.goto(pack)
        page.get_by_role("link", name="Sign in with Example ID").click()
        page.get_by_role("button", name=person, exact=True).click()
        return page

    expect(by_provider("ada").get_by_role("heading", name="Tutorial")).to_be_visible()
    expect(by_provider("grace").get_by_text("has not made sure that grace@example.com is theirs")).to_be_visible()
    expect(by_provider("nobody").get_by_text("nobody@example.com is of no member")).to_be_visible()
    denied = browser.new_context(ignore_https_errors=True).new_page()
    denied.goto(f"{base}/console/sign-in")
    denied.get_by_role("link", name="Sign in with Example ID").click()
    # As a provider says no (this one leaves the state out, which is no answer of anybody's).
    state = re.search(r"[?&]state=([^&]+)", denied.url)[1]
    denied.goto(f"{base}/console/sign-in/provider/answer?error=access_denied&state={state}")
    expect(denied.get_by_text("Example ID was told not to say who you are")).to_be_visible()
    # An answer that another browser has asked for is nobody's.
    denied.goto(f"{base}/console/sign-in/provider/answer?code=x&state=y")
    expect(denied.get_by_text("or was begun elsewhere")).to_be_visible()

    # Many files, and much that waits: all of it is there, the longest waiting first.
    authorization = token()
    app_id = app_address.rsplit("/", 1)[1]
    for number in range(55):
        made = send(
            "POST", "/v1/backgroundAssets", "backgroundAssets", authorization, {"assetPackIdentifier": f"Many{number:02}"},
            {"app": ("apps", app_id)})["id"]
        files = {f"Map {place:04}.txt": "" for place in range(1200 if number == 0 else 1)}
        version = upload(made, files, authorization, f"Many{number:02}")
        send(
            "POST", "/v1/betaBackgroundAssetReviewSubmissions", "betaBackgroundAssetReviewSubmissions", authorization,
            relationships={"backgroundAssetVersion": ("backgroundAssetVersions", version)})
    grace.goto(f"{base}/console/reviews")
    waiting = grace.locator("section", has=grace.get_by_role("heading", name="Waiting for a reviewer")).get_by_role("listitem")
    names = [re.search(r"Many\d\d", text) for text in waiting.all_inner_texts()]
    if [name[0] for name in names if name] != [f"Many{number:02}" for number in range(55)]:
        faults.append(f"of 55 submissions, these wait: {waiting.all_inner_texts()}")
    look(grace, "reviews-many")
    waiting.filter(has_text="Many00").get_by_role("link").click()
    grace.locator(".card summary").first.click()
    grace.get_by_text("All others", exact=True).click()
    if grace.locator(".files li").count() != 1200:
        faults.append(f"of 1,200 files {grace.locator('.files li').count()} are shown")
    look(grace, "review-of-many-files")

    # Without scripts all of it works as well.
    plain = browser.new_context(ignore_https_errors=True, java_script_enabled=False).new_page()
    plain.goto(f"{base}/console/")
    plain.get_by_label("Mail").fill("ada@example.com")
    plain.get_by_label("Password").fill("correct horse battery")
    plain.get_by_role("button", name="Sign in").click()
    plain.get_by_role("link", name="The Coast").click()
    # Also an upload: by the keyboard, and what came of it is a click away.
    plain.get_by_label("Choose an archive").set_input_files(pack_archive("Plain", {"song.txt": "la la"}))
    plain.get_by_role("button", name="Upload it").press("Enter")
    expect(plain.get_by_role("heading", name="Plain 1")).to_be_visible()
    processed(plain)
    plain.get_by_role("link", name="The Coast").click()
    look_plainly(plain, "app-without-scripts")
    plain.get_by_label("Choose an archive").set_input_files({"name": "no name.aar", "mimeType": "", "buffer": b"x"})
    plain.get_by_role("button", name="Upload it").click()
    expect(plain.get_by_role("alert")).to_be_visible()
    look_plainly(plain, "upload-refused")
    browser.close()

if faults:
    print("\n".join(dict.fromkeys(faults)))
    sys.exit(1)
print(f"{len(list(screenshots.glob('*.png')))} screenshots of pages as they should be")
