#!/bin/sh
# Cuelight on a Raspberry Pi or any Debian machine, from the package beside this file:
#
#     sudo sh install.sh
#
# Run again it repairs; with a newer package beside it, it updates. It needs no network, and asks nothing.
set -eu
[ "$(id -u)" = 0 ] || exec sudo -- sh "$0" "$@"
cd "$(dirname "$0")"
package=$(ls -1 cuelight_*_all.deb 2>/dev/null | sort -V | tail -n 1)
if [ -z "$package" ]; then
    echo "There is no cuelight_…_all.deb beside this file. Copy both from one place, or type: make deb" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
dpkg --configure -a --force-confold # what a power cut left half done
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
chmod 755 "$here"
cp "$package" "$here/cuelight.deb" # a memory stick may be for its owner's eyes only
install() {
    apt-get install --yes --quiet --reinstall --allow-downgrades -o Dpkg::Options::=--force-confold "$@" \
        "$here/cuelight.deb" >"$here/log" 2>&1
}
echo "Installing $package ..."
# First with what it recommends, which comes from the network; without one, with what is here
install --install-recommends || install --no-install-recommends --no-download || install --no-install-recommends || {
    tail -n 20 "$here/log" >&2
    echo "It could not be installed. What is above says why; run this file again when that is mended." >&2
    exit 1
}
systemctl start cuelight.socket cuelight.service
cuelight status
