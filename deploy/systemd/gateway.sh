#!/bin/sh
# gateway.sh SOURCE TARGET: copies the gateway's configuration from SOURCE (docker/gateway) to the folder TARGET, with
# the values of gateway.env instead of the containers' values.
set -eu
source=$1 target=$2 script=

replace() {
    grep -q -- "$1" "$source/nginx.conf" || { echo "nginx.conf has no \"$1\"" >&2; exit 1; }
    script="$script
s|$1|$2|g"
}

# Its run-time files. Replaced first, so that values that contain /tmp/ are not changed.
replace ' /tmp/' " $target/"
replace 'listen 8443 ' "listen $GATEWAY_BASE "
replace 'listen 8444 ' "listen $GATEWAY_VAULT "
replace 'listen 127.0.0.1:8081;' "listen $GATEWAY_PROBE;"
replace 'api-1:3000' "$GATEWAY_API_1"
replace 'api-1:3001' "$GATEWAY_API_1_VAULT"
replace 'api-2:3000' "$GATEWAY_API_2"
replace 'api-2:3001' "$GATEWAY_API_2_VAULT"
replace 'fail_timeout=10s' "fail_timeout=${GATEWAY_FAIL_SECONDS}s"
replace ' certificate.pem;' " $GATEWAY_CERTIFICATE;"
replace ' certificate.key;' " $GATEWAY_CERTIFICATE_KEY;"
replace ' /dev/stdout line' " $GATEWAY_ACCESS_LOG line"

sed "$script" "$source/nginx.conf" > "$target/nginx.conf"
cp "$source/locations.conf" "$target/locations.conf"
