#!/usr/bin/env python3
"""Walks along the streets of the OpenStreetMap extracts that are at hand, in each network: the
files of a walk agree with each other, the walk is one, it is as long as its track, and where the
map is XML, each step goes along its way, in its direction if it is one-way.

usage: streets.py CSR FOLDER      the maps are in $KONIG_DATA/osm, else in FOLDER/osm
"""
import csv
import glob
import gzip
import json
import math
import os
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

SKIP = 77
NETWORKS = "all", "drive", "walk", "bike"
GPX = "{http://www.topografix.com/GPX/1/1}"
KML = "{http://www.opengis.net/kml/2.2}"


def metres(a, b):
    """On a sphere of the mean radius; the ellipsoid differs by up to 0.6 %."""
    (x, y), (u, v) = ([math.radians(degrees) for degrees in place] for place in (a, b))
    h = math.sin((v - y) / 2) ** 2 + math.cos(y) * math.cos(v) * math.sin((u - x) / 2) ** 2
    return 2 * 6371008.8 * math.asin(math.sqrt(h))


def read_ways(path):
    """Of a map as XML: nodes and tags of each way by its number."""
    with gzip.open(path) as file:
        root = ElementTree.parse(file).getroot()
    return {way.get("id"): ([nd.get("ref") for nd in way.iter("nd")],
                            {tag.get("k"): tag.get("v") for tag in way.iter("tag")})
            for way in root.iter("way")}


def goes_along(way, start, end, network):
    """Whether a street that is part of a way may be walked from one of its nodes to another."""
    nodes, tags = way
    if "highway" not in tags:
        return False
    one_way = network != "walk" and (tags.get("oneway") in ("yes", "true", "1") or
                                     tags.get("junction") == "roundabout")
    ring = nodes[0] == nodes[-1]
    first = [i for i, node in enumerate(nodes) if node == start]
    last = [i for i, node in enumerate(nodes) if node == end]
    return bool(first and last) and (not one_way or ring or min(first) < max(last))


def check(folder, path, network, summary):
    """What is wrong with the files of a walk, a list of lines."""
    wrong = []
    with open(f"{folder}/w.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(f"{folder}/w.geojson", encoding="utf-8") as file:
        features = json.load(file)["features"]
    gpx = ElementTree.parse(f"{folder}/w.gpx").getroot()
    track = [(float(p.get("lon")), float(p.get("lat"))) for p in gpx.iter(GPX + "trkpt")]
    kml = ElementTree.parse(f"{folder}/w.kml").getroot()
    line = [tuple(map(float, place.split(",")))
            for place in kml.find(f".//{KML}LineString/{KML}coordinates").text.split()]
    ElementTree.parse(f"{folder}/w.svg")
    repeated = sum(float(row["length"]) for row in rows if row["repeat"] == "1")
    if track != line:
        wrong.append("the track of GPX is not the line of KML")
    if [f["properties"]["ways"] for f in features] != \
            [[int(way) for way in row["ways"].split()] for row in rows]:
        wrong.append("the steps of GeoJSON are not those of CSV")
    if any(a["to"] != b["from"] for a, b in zip(rows, rows[1:] + rows[:1])):
        wrong.append("the steps are no closed walk")
    if abs(float(rows[-1]["total"]) - summary["total"]) > 1e-3 or \
            abs(repeated - summary["repeated"]) > 1e-3 or \
            abs(summary["length"] + repeated - summary["total"]) > 1e-3:
        wrong.append(f"lengths do not add up: {summary}")
    if sum(row["repeat"] == "0" for row in rows) != summary["streets"]:
        wrong.append("not each street once")
    if not summary["bound"] <= summary["repeated"] + 1e-6 * summary["total"]:
        wrong.append("the walk is shorter than its bound")
    length = sum(metres(a, b) for a, b in zip(track, track[1:]))
    if abs(length - summary["total"]) > 0.01 * summary["total"]:
        wrong.append(f"a track of {length} m")
    ways = read_ways(path) if path.endswith(".osm.gz") else {}
    wrong += [f"step {row['step']} does not go along way {row['ways']}" for row in rows
              if ways and " " not in row["ways"] and
              not goes_along(ways[row["ways"]], row["from"], row["to"], network)]
    return wrong


def main():
    folder = os.path.join(os.environ.get("KONIG_DATA", sys.argv[2]), "osm")
    tool = os.path.abspath(sys.argv[1])
    walks = failed = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.osm.*"))):
        for network in NETWORKS:
            with tempfile.TemporaryDirectory() as place:
                done = subprocess.run(
                    [tool, "route", "--json", "--network", network, path] +
                    [f"-o{place}/w.{kind}" for kind in ("gpx", "geojson", "kml", "csv", "html",
                                                         "svg")],
                    capture_output=True, text=True, timeout=200, check=False)
                if done.returncode == 69:
                    print(done.stderr)
                    return SKIP
                what = f"{os.path.basename(path)}, {network}"
                if done.returncode:
                    wrong = [f"exit status {done.returncode}: {done.stderr}"]
                else:
                    summary = json.loads(done.stdout)
                    wrong = check(place, path, network, summary)
                    what += (f": {summary['streets']} streets, {summary['length'] / 1000:.3f} km, "
                             f"walk {summary['total'] / 1000:.3f} km, gap {summary['gap']:.4f}")
            print(what, *wrong[:5], sep="\n    ")
            walks += 1
            failed += len(wrong) > 0
    if not walks:
        print(f"no maps in {folder}")
        return SKIP
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
