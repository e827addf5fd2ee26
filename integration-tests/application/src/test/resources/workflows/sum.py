import json, os, sys
print(sum(json.load(sys.stdin)), os.environ["KEY"])
