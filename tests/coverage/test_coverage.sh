#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rtl.awk and holes.awk make the expected page from small inputs. The RTL has counts of two runs and two instances, and an if of which only the
# else was taken. The C code has a header with two records, and a branch that lcov 2 marks. Files outside rtl/ and model/ are left out.
set -eu
scripts=$PWD/tests/coverage
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir rtl model
printf '%s\n' '  always_comb begin' '    y = a;' '    if (b) begin' '      y = c;' '    end' '    case (d)' '      1: y = e;' '      2: begin' '        y = f;' \
  '        z = f;' '      end' '    endcase' '  end' >rtl/unit.sv
printf '%s\n' 'static int sign(int a) {' '  if (a < 0) return -1;' '  return a > 0;' '}' >model/sign.h
echo 'int one(void) { return 1; }' >model/one.c
point() { # FILE LINE COLUMN KIND LINES INSTANCE COUNT
  printf "C '\001f\002%s\001l\002%s\001n\002%s\001page\002v_%s/unit\001o\002%s%s\001h\002TOP.%s' %s\n" "$1" "$2" "$3" "$([ "$4" = else ] && echo branch || echo line)" "$4" \
    "${5:+$(printf '\001S\002%s' "$5")}" "$6" "$7"
}
run() { # COUNT OF CASE ITEM 1
  echo '# SystemC::Coverage-3'
  for instance in a b; do
    point rtl/unit.sv 1 3 block 1-2,6 $instance 5
    point rtl/unit.sv 3 5 if 3-4 $instance 0
    point rtl/unit.sv 3 6 else '' $instance 5
    point rtl/unit.sv 7 7 case 7 $instance "$1"
    point rtl/unit.sv 8 7 case 8-10 $instance 0
    point sim/tb.sv 1 1 block 1 $instance 0
  done
}
run 0 >first
run 1 >second
cat first second | awk -f "$scripts/rtl.awk" >rtl.info
cat >c.info <<END
SF:$folder/model/sign.h
DA:1,3
DA:2,3
DA:3,0
BRDA:2,0,0,3
BRDA:2,0,1,0
BRDA:3,0,0,-
BRDA:3,e0,1,-
end_of_record
SF:$folder/model/one.c
DA:1,0
end_of_record
SF:$folder/model/sign.h
DA:1,2
DA:2,2
DA:3,2
BRDA:2,0,0,0
BRDA:2,0,1,2
BRDA:3,0,0,2
BRDA:3,e0,1,0
end_of_record
SF:/usr/include/stdlib.h
DA:7,0
end_of_record
END
awk -v root="$folder/" -v page=page -f "$scripts/holes.awk" rtl.info c.info >summary
cat summary page | diff - /dev/fd/3 3<<'END' || { echo '0 passed, 1 failed, 0 skipped'; exit 1; }
RTL: lines      5 of      9  55.6 %, branches      2 of      4  50.0 %
C: lines      3 of      4  75.0 %, branches      3 of      4  75.0 %
holes: page
Lines and branches that a regression executed (docs/commands.md, Coverage of lines and branches)

RTL: files, most holes first

                   lines                  branches
     5 of      9  55.6 %       2 of      4  50.0 %  all
     5 of      9  55.6 %       2 of      4  50.0 %  rtl/unit.sv

RTL: the largest blocks of lines that no test executed

     3 lines  rtl/unit.sv:8: 2: begin
     1 lines  rtl/unit.sv:4: y = c;

RTL: all holes

  rtl/unit.sv:3: not taken: if: if (b) begin
  rtl/unit.sv:4: y = c;
  rtl/unit.sv:8: 2: begin  (3 lines)

C: files, most holes first

                   lines                  branches
     3 of      4  75.0 %       3 of      4  75.0 %  all
     0 of      1   0.0 %       0 of      0 100.0 %  model/one.c
     3 of      3 100.0 %       3 of      4  75.0 %  model/sign.h

C: the largest blocks of lines that no test executed

     1 lines  model/one.c:1: int one(void) { return 1; }

C: all holes

  model/one.c:1: int one(void) { return 1; }
  model/sign.h:3: not taken: 1: return a > 0;
END
echo '1 passed, 0 failed, 0 skipped'
