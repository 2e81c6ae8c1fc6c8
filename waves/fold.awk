# SPDX-License-Identifier: Apache-2.0
# A saved view of GTKWave with the groups named in OPEN opened and those in FOLD folded, each a list apart by commas.
#   awk -v open=check,trigger -v fold=unit -f fold.awk VIEW.gtkw
BEGIN {
  count = split(open, name, ",")
  for (i = 1; i <= count; i++) state[name[i]] = "open"
  count = split(fold, name, ",")
  for (i = 1; i <= count; i++) state[name[i]] = "folded"
}
# The line before a group's name says how the group begins or ends.
/^@(c00200|800200)$/ { begins = $0; next }
/^@(1401200|1000200)$/ { ends = $0; next }
begins != "" || ends != "" {
  how = state[substr($0, 2)]
  if (begins != "") print how == "open" ? "@800200" : how == "folded" ? "@c00200" : begins
  else print how == "open" ? "@1000200" : how == "folded" ? "@1401200" : ends
  begins = ends = ""
}
{ print }
