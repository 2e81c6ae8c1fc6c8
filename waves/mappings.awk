# SPDX-License-Identifier: Apache-2.0
# The enums of a dump, as `fst2vcd -e` writes them, as mapping files of Surfer: FOLDER/TYPE.txt for each, to be chosen as the format of a
# signal. Lines are "VALUE NAME"; a file begins with its name and its width.
#   fst2vcd -e -f run.fst | awk -v folder=FOLDER -f mappings.awk
$1 == "$attrbegin" && $4 != "\"\"" {
  count = $5
  file = $4
  gsub(/[^A-Za-z0-9_]+/, "-", file)
  file = folder "/" file ".txt"
  print "Name = " $4 >file
  print "Bits = " length($(6 + count)) >file
  for (i = 0; i < count; i++) print "0b" $(6 + count + i), $(6 + i) >file
  close(file)
}
$1 == "$enddefinitions" { exit }
