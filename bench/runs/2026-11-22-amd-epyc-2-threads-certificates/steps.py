"""How many steps of work certificates take for each of their bytes: `python3 steps.py CERT...`, from the root of the repository."""
import os
import sys

with open("python/check_certificate.py") as source:
    exec(source.read().split("status = 0\n")[0])


class Probe(Certificate):
    FREE_STEPS = 1 << 60


rows = []
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        certificate = Probe(file.read())
    size = os.path.getsize(path)
    rows.append((certificate.steps / size, certificate.steps, size, len(certificate.near), path))
for row in sorted(rows, reverse=True)[:5]:
    print("%.1f steps a byte: %d steps, %d bytes, %d cells and edges, %s" % row)
print(len(rows), "certificates")
