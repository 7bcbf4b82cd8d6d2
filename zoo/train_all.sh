#!/usr/bin/env bash
# Trains all six models side by side on one GPU and packs each into a tar.
#   zoo/train_all.sh DATA OUT [--minutes 6] [--quick]
# ZOO_NAMES="numbers verses" trains only these. DATA: the folder that zoo/prepare.py made. OUT gets NAME.tar for each model (its folder inside) and logs.tar.
# About as long as --minutes and one or two more. One line for each model every 20 s.
set -u
here=$(cd "$(dirname "$0")" && pwd)
data=$1 out=$2
shift 2
work=$(mktemp -d)
mkdir -p "$out" "$work/logs"
names=${ZOO_NAMES:-intents clothes clip numbers digits verses}
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2

pids=""
for name in $names; do
  python3 "$here/train.py" "$name" --data "$data" --out "$work" "$@" >"$work/logs/$name.log" 2>&1 &
  pids="$pids $!"
done
while sleep 20; do
  for name in $names; do
    printf '%-8s %s\n' "$name" "$(tail -n 1 "$work/logs/$name.log" | cut -c -150)"
  done
  running=0
  for pid in $pids; do kill -0 "$pid" 2>/dev/null && running=1; done
  [ "$running" = 1 ] || break
done

failed=0
for pid in $pids; do wait "$pid" || failed=1; done
for name in $names; do
  if [ -f "$work/$name/metrics.json" ]; then
    tar -cf "$out/$name.tar" -C "$work" "$name"
    echo "== $name"
    tail -n 9 "$work/logs/$name.log"
  else
    echo "== $name FAILED"
    tail -n 25 "$work/logs/$name.log"
    failed=1
  fi
done
tar -cf "$out/logs.tar" -C "$work" logs
ls -l "$out"
exit $failed
