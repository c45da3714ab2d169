#!/bin/sh
# A strategy of 8x8 d5, built with the program as a person types it; docs/STRATEGIES.md. In an empty folder:
#   cp examples/d5.strategy . && sh examples/d5.sh
set -e
F=d5.strategy
try() { tesuji claim try "$1" "$2" "$3" --time 60s; }
# The program proves replies to most of the 63 moves by short searches, and offers one for each of the others.
tesuji claim suggest $F --time 5m
# Each of these is one of its offers, or was one of an earlier version. None is refuted.
try $F d1 g2
try $F e1 f2
try $F g1 e2
try $F e2 g2
try $F f2 e2
try $F g2 e3
try $F d3 e3
try $F e3 g2
try $F f3 e3
try $F d4 f3
try $F e4 d4
try $F e5 b7
try $F c6 d6
try $F d6 b7
try $F e6 c7
try $F f6 c7
try $F c7 e6
try $F d7 c7
try $F f7 c7
try $F b8 e6
try $F c8 b7
try $F e8 c7
tesuji claim next $F
tesuji claim strategy $F --store d5.store --certificates . --book d5.html
tesuji check 8x8%20d5.cert
