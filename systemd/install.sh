#!/bin/sh
# Cuelight on a Raspberry Pi or any Debian machine, from the package beside this file:
#
#     sudo sh install.sh
#
# Run again it repairs; with a newer package beside it, it updates. It needs no network. What it asks the first time it
# finds in a file `answers` beside it, if there is one: NAME=cuelight, SCREEN=yes, HOTSPOT=no. Without that file, and
# without anybody to ask, it changes nothing but what the table needs.
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
answers=$here/answers # without the byte order mark and the line ends of Windows
sed '1s/^\xef\xbb\xbf//; s/\r$//' answers >"$answers" 2>/dev/null || true
dpkg-deb --fsys-tarfile "$here/cuelight.deb" >/dev/null 2>&1 || {
    echo "$package is not whole. Copy it again from where it comes from." >&2
    exit 1
}
install() {
    # The system's own updates may be at it, as after the first start of a new card
    apt-get install --yes --quiet --reinstall --allow-downgrades -o Dpkg::Options::=--force-confold \
        -o DPkg::Lock::Timeout=600 "$@" \
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
first=yes
[ ! -e /opt/cuelight/current ] || first=
ask() { # NAME DEFAULT WORDS: from the file of answers, or from a person
    answer=$(sed -n "s/^$1=//p" "$answers" | tail -n 1)
    if [ -z "$answer" ] && [ -n "$first" ] && [ -t 0 ]; then
        printf '%s [%s] ' "$3" "$2"
        read -r answer || true
        answer=${answer:-$2}
    fi
}
is_yes() {
    case $answer in [Yy]*) return ;; '' | [Nn]*) ;; *)
        echo "\"$answer\" is neither yes nor no; it is taken as no." >&2
        ;;
    esac
    return 1
}
rename() { # the machine, and with it the table in the network
    case $1 in '' | "$(hostname)") return ;; -* | *- | *[!a-zA-Z0-9-]*)
        echo "The name stays $(hostname): a name is made of letters, digits and hyphens." >&2
        return
        ;;
    esac
    sed -i "s/^\(127\.0\.1\.1[[:space:]].*\)\b$(hostname)\b/\1$1/" /etc/hosts
    hostnamectl set-hostname "$1"
    systemctl try-restart avahi-daemon.service
}
name=
case $(hostname) in raspberrypi | debian | localhost) chosen= ;; *) chosen=yes ;; esac
if [ -z "$chosen" ] || grep -qs '^NAME=' "$answers"; then
    ask NAME cuelight "How is the table called in the network?"
    name=$answer
fi
screen= hotspot=
if grep -qs '^connected' /sys/class/drm/*/status || grep -qs '^SCREEN=' "$answers"; then
    ask SCREEN yes "Does the screen that is plugged in here show the board?"
    ! is_yes || screen=on
fi
if ls -d /sys/class/net/*/wireless >/dev/null 2>&1 || grep -qs '^HOTSPOT=' "$answers"; then
    ask HOTSPOT yes "Does the table make its own Wi-Fi where it finds no network?"
    ! is_yes || hotspot=on
fi
echo "Installing $package ..."
mend >"$here/log" 2>&1 || ! refused || give_up
# First with what it recommends, which comes from the network; without one, with what is here
[ -n "$mended" ] || install --install-recommends || { ! refused && install --no-install-recommends --no-download; } ||
    { ! refused && install --no-install-recommends; } || give_up
command install -D -m 644 "$here/cuelight.deb" /var/cache/cuelight/current.deb # to go back to, from a bad update
rm -f /var/lib/cuelight/update.json # what became of an earlier stick; this version runs now
systemctl start cuelight.socket cuelight.service
rename "$name"
[ -z "$screen" ] || cuelight screen on || true
[ -z "$hotspot" ] || cuelight hotspot on || true
cuelight status
