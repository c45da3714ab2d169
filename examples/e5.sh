#!/bin/sh
# A class of replies to 9x9 e5, built with the program as a person types it; docs/STRATEGIES.md. In an empty folder:
#   cp examples/e5*.strategy . && sh examples/e5.sh
set -e
# One of the replies that `tesuji claim suggest e5.strategy` offers. It answers a5 and a6.
tesuji claim try e5.strategy a5 d7 --time 10m
# The position after it as a claim of its own. Short searches prove replies to all moves but two.
F=e5-d7.strategy
tesuji claim suggest $F --time 5m
tesuji claim try $F e4 g2 --time 60s
tesuji claim try $F e6 d6 --time 60s
tesuji claim next $F
tesuji claim strategy $F --store e5-d7.store --certificates . --book e5-d7.html
tesuji check 9x9%20e5%20d7.cert
