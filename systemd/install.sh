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
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
chmod 755 "$here"
cp "$package" "$here/cuelight.deb" # a memory stick may be for its owner's eyes only
install() {
    apt-get install --yes --quiet --reinstall --allow-downgrades -o Dpkg::Options::=--force-confold "$@" \
        "$here/cuelight.deb" >"$here/log" 2>&1
}
mended=
mend() { # what a power cut, or a version that was refused, left half done; ours with the version that is here
    case $(dpkg-query --show --showformat '${db:Status-Status}' cuelight 2>/dev/null) in
    half-* | unpacked) dpkg --unpack "$here/cuelight.deb" && dpkg --configure cuelight && mended=yes ;;
    *) dpkg --configure -a --force-confold ;;
    esac
}
refused() { grep -q '^cuelight: ' "$here/log"; } # by the package itself, in its own words
give_up() {
    grep '^cuelight: ' "$here/log" >&2 || tail -n 20 "$here/log" >&2
    echo "It was not installed. What is above says why; run this file again when that is mended." >&2
    exit 1
}
echo "Installing $package ..."
mend >"$here/log" 2>&1 || ! refused || give_up
# First with what it recommends, which comes from the network; without one, with what is here
[ -n "$mended" ] || install --install-recommends || { ! refused && install --no-install-recommends --no-download; } ||
    { ! refused && install --no-install-recommends; } || give_up
systemctl start cuelight.socket cuelight.service
cuelight status
