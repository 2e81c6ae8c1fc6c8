#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_operators.sh: operators.awk counts the boolean operators of each expression of a C file, and of no comment or literal.
set -u
work=$(mktemp -d) || exit 2
trap 'rm -r "$work"' EXIT
. tests/expect.sh
lint() { (cd "$work" && awk -f "$here/operators.awk" ./*.[ch]) >"$work/output"; }
here=$PWD/tests/lint
# errors NAME EXPECTED: LINE:COUNT of each error in the C text on standard input, and the exit code.
errors() {
  rm -f "$work"/*.[ch]
  cat >"$work/text.c"
  lint
  code=$?
  same "$1" "$({ sed -n 's/^lint: .*c:\([0-9]*\): .* found \([0-9]*\);.*/\1:\2/p' "$work/output"; echo $code; } | xargs)" "$2"
}

errors three 0 <<'END'
bool f(void) { return a && b || c ? d : e; }
END
errors four '1:4 1' <<'END'
bool f(void) { return a && b || c ? d : e || f; }
END
errors first-operator '3:4 1' <<'END'
const bool good =
    some_call(a) -
        (a && b) +
    (c && d && e) + (f || g);
END
errors semicolon 0 <<'END'
a = b && c && d;
e = f && g && h;
END
errors braces 0 <<'END'
if (a && b && c) {
  d && e && f;
} else if (g || h || i) { j || k || l; }
END
errors statement-of-if '1:4 1' <<'END'
if (a && b) return c && d && e && f;
END
errors comma 0 <<'END'
const bool is_a = b && c && d, is_e = f || g || h;
END
errors comma-of-call '2:4 1' <<'END'
const bool is_a = b,
           is_e = call(f || g, h || i, j || k, l || m), is_n = o || p;
END
errors comma-after-brace 0 <<'END'
call((struct s){.a = b && c, .d = e && f, .g = h && i});
END
errors bitwise 0 <<'END'
a = b & c & d & e & f | g | h | i | j | k;
END
errors comments 0 <<'END'
a = b && c  // && d && e
    /* && f && g
       && h && i */ && j /* " */ && k; /* ' */
END
errors after-comment '1:4 1' <<'END'
a = b && /* c */ d && e /* " */ && f && g; /* "
&& */
END
errors literals 0 <<'END'
a = b && "? ? ? \" ? ? // ?" && '"' && '\'';
f();
END
errors after-literals '1:4 1' <<'END'
a = b && "\\" && '"' && c && '"';
END
errors directive 0 <<'END'
a = b && c && d
#if e && f
    && g
#endif
    ;
END
errors macro '3:4 1' <<'END'
#define A(b) (c && d && e)
#define F(b) \
  (c && d && \
   e && f && g)
#define H(b) (c && d && e)
END
errors two '1:4 3:5 1' <<'END'
a = b && c && d && e && f;
g = h;
i = j && k && l && m && n && o;
END

# A header is checked, and the report has the .c files.
rm -f "$work"/*.[ch]
file() { # NAME LINES EXPRESSION: a file of so many lines
  for _ in $(seq "$2"); do echo "$3"; done >"$work/$1"
}
file high.c 60 'a = b && c && d;'
file low.c 140 'a = b;'
file short.c 10 'a = b && c && d && e;'
lint
same no-error $? 0
file many.h 60 'a = b && c && d && e && f;'
lint
same error $? 1
same header "$(head -1 "$work/output")" 'lint: ./many.h:1: expected at most 3 boolean operators in an expression, found 4; name a part of it'
same report "$(grep -v '^lint' "$work/output" | sed 's/^ *//' | paste -sd ';' | sed 's/;/; /g')" '0.71 boolean operators per line; 2.00 ./high.c; 0.00 ./low.c'
for file in $(seq 12); do file "rank$file.c" 60 "a = b $(for _ in $(seq "$file"); do printf '? c; '; done)"; done
lint
same ten "$(grep -c '^  ' "$work/output")" 10
same highest "$(grep -m 1 '^  ' "$work/output")" '  12.00 ./rank12.c'

totals
