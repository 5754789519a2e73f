#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# A mail server of its own for tests: Debian's Exim, on free ports of 127.0.0.1, which keeps all mail for example.com in one file. It
# prints its folder, the port for STARTTLS and the one with TLS from the first byte, and ends, and its folder goes, when its standard
# input ends. It lets `packs` in with `secret`, over TLS alone, and takes mail for open@example.com from anybody; it never knows
# nobody@example.com, and busy@example.com is busy. Its certificate, in cert.pem, is for localhost.
set -euo pipefail

folder=$(mktemp -d /tmp/ba-smtp.XXXXXX)
server=""
end() {
    if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT

# Free ports are taken by others now and then, in the moment between.
read -r plain secure < <(python3 - <<'P'
import socket
sockets = [socket.socket() for _ in range(2)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))
P
)
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null
mkdir "$folder/spool"
cat >"$folder/exim.conf" <<C
primary_hostname = localhost
spool_directory = $folder/spool
log_file_path = $folder/%slog
pid_file_path = $folder/pid
local_interfaces = <; 127.0.0.1.$plain; 127.0.0.1.$secure
tls_on_connect_ports = $secure
tls_advertise_hosts = *
tls_certificate = $folder/cert.pem
tls_privatekey = $folder/key.pem
auth_advertise_hosts = \${if eq{\$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = rcpt
acl_smtp_data = accept
host_lookup =
rfc1413_query_timeout = 0s
keep_environment =
message_logs = false
begin acl
rcpt:
  deny !domains = example.com
       message = there is no such domain here
  deny local_parts = nobody
       message = there is nobody of that name
  defer local_parts = busy
       message = the mailbox is busy
  accept authenticated = *
  accept local_parts = open
  deny message = sign in first
begin routers
all:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  file = $folder/inbox
  user = Debian-exim
  envelope_to_add = true
  use_crlf = true
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{\$auth2}{packs}}{eq{\$auth3}{secret}}}}
  server_set_id = \$auth2
C
chown -R Debian-exim "$folder"
# Exim reads none that others than root may change; the folder is looked into by the tests.
chown root "$folder/exim.conf"
chmod 755 "$folder"
/usr/sbin/exim4 -C "$folder/exim.conf" -bdf >&2 </dev/null &
server=$!
for _ in $(seq 200); do
    if ! kill -0 "$server" 2>/dev/null; then echo "exim4 has ended" >&2; exit 1; fi
    if (exec 3<>"/dev/tcp/127.0.0.1/$plain") 2>/dev/null; then
        echo "$folder $plain $secure"
        cat >/dev/null
        exit 0
    fi
    sleep 0.05
done
echo "exim4 does not answer" >&2
exit 1
