// SPDX-License-Identifier: Apache-2.0
// Truncated and malicious input that no test of a command contains. It is lines of text, the quotes of an error, a
// program that never ends, and configuration files that name each other.
#define CASES_OWN_MAIN
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "case.h"
#include "check_options.h"
#include "checker.h"
#include "encode.h"
#include "error.h"
#include "junit.h"
#include "lines.h"
#include "option_words.h"
#include "vcd.h"

static char folder[] = "/tmp/waypoint-files-XXXXXX";

// Returns a path in the folder, which is valid up to the next call.
static const char *write_file(const char *name, const void *bytes, size_t count) {
  static char path[80];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, count, file), count);
  assert_int_equal(fclose(file), 0);
  return path;
}

// The lines of a text, each followed by '|', and then the error.
static void expect_lines(const char *text, size_t count, const char *expected) {
  struct lines l;
  struct error err = {""};
  char found[200] = "";
  const char *path = write_file("text", text, count);
  assert_true(lines_open(&l, path, &err));
  while (lines_next(&l)) {
    strcat(found, l.text);
    strcat(found, "|");
  }
  if (!lines_close(&l)) strcat(found, err.text + strlen(path));
  assert_string_equal(found, expected);
}
#define EXPECT_LINES(text, expected) expect_lines(text, sizeof text - 1, expected)

CASE(test_lines) {
  EXPECT_LINES("", "");
  EXPECT_LINES("a\n\nb\r\n", "a||b|");
  EXPECT_LINES("a\nb", "a|:2: truncated: the file ends inside this line");
  EXPECT_LINES("a\0b\n", ":1: not a text file: it contains a NUL byte");
  EXPECT_LINES("a\n\0", "a|:2: not a text file: it contains a NUL byte");
  EXPECT_LINES(
      "\xEF\xBB\xBF"
      "a\n",
      ":1: expected no byte order mark (EF BB BF); save the file as UTF-8 without it");
  EXPECT_LINES("# begin\na\n# end\n", "# begin|a|# end|");
  EXPECT_LINES("; begin\r\na\r\n; end\r\n", "; begin|a|; end|");
  EXPECT_LINES("# begin\na\n", "# begin|a|:3: truncated: \"# begin\" without \"# end\"");
  EXPECT_LINES("# begin\n# end\na\n", "# begin|# end|:3: expected no line after \"# end\"");
  EXPECT_LINES("a\n# end\nb\n", "a|# end|b|");
}

CASE(test_what_an_error_quotes) {
  struct error err;
  error_set(&err, "%s", "a\x1B[2J\t\x7F \xEF\xBB\xBF \xC3\xA9 \xE2\x82\xAC \xC3 \xC2\x9B \xFF");
  assert_string_equal(err.text, "a\\x1B[2J\\x09\\x7F \\xEF\\xBB\\xBF \xC3\xA9 \xE2\x82\xAC \\xC3 \\xC2\\x9B \\xFF");
  char text[600];
  memset(text, 1, sizeof text);
  text[sizeof text - 1] = '\0';
  error_set(&err, "%s", text);
  assert_int_equal(strlen(err.text), 508);
}

// fst2vcd does not end on some files, so the reader must end it.
CASE(test_a_program_that_never_ends) {
  static const char script[] = "#!/bin/sh\nexec /bin/sleep 1000\n", whole[10] = "\0\0\0\0\0\0\0\0\x9";
  struct vcd *vcd = calloc(1, sizeof *vcd);
  struct error err;
  chmod(write_file("fst2vcd", script, sizeof script - 1), 0755);
  assert_int_equal(setenv("PATH", folder, 1), 0);
  char fst[80];
  snprintf(fst, sizeof fst, "%s", write_file("fst", whole, sizeof whole));
  assert_true(vcd_open(vcd, fst, &err));
  vcd->timeout = 100;
  assert_int_equal(vcd_next(vcd, &err), READ_BAD);
  assert_string_equal(err.text + strlen(fst), ": expected an FST file; fst2vcd does not finish reading it");
  vcd_close(vcd);
  // A reader that is closed before the end of the file ends the program too.
  assert_true(vcd_open(vcd, fst, &err));
  vcd_close(vcd);
  // A block that is longer than the rest of the file.
  char cut[sizeof whole - 1];
  memcpy(cut, whole, sizeof cut);
  assert_false(vcd_open(vcd, write_file("fst", cut, sizeof cut), &err));
  vcd_close(vcd);
  free(vcd);
}

// Files that name the next file nine times each, eight levels deep, would be read nine to the power of eight times.
CASE(test_nested_option_files) {
  struct check_options options;
  struct option_words words = {0};
  struct error err;
  char text[400] = "quiet\n", word[80];
  for (int file = 7; file >= 0; file--) {
    char name[8];
    snprintf(name, sizeof name, "%d", file);
    const char *path = write_file(name, text, strlen(text));
    snprintf(word, sizeof word, "@%s\n", path);
    text[0] = '\0';
    for (int i = 0; i < 9; i++) strcat(text, word);
  }
  word[strlen(word) - 1] = '\0';
  assert_false(options_of_words(&options, &words, word, false, &err));
  option_words_free(&words);
  assert_non_null(strstr(err.text, "expected at most 8 nested files, and 64 in total"));
}

// AddressSanitizer shows that nothing remains allocated.
CASE(test_checker_of_a_text_stimulus) {
  struct error err;
  struct checker *c = checker_open_text("set=a15 name=u mode=legal quiet", 32, false, &err);
  assert_non_null(c);
  assert_string_equal(checker_name(c), "u");
  checker_drop(c);
  assert_null(checker_open_text("set=a15 mode=loose", 32, false, &err));
}

// `expected` has a line "STATE GROUP/NAME SECONDS MESSAGE|TEXT|SEED" for each test of the JUnit file, or is the error.
static void expect_junit(const char *text, const char *expected) {
  struct junit junit;
  struct error err;
  char found[400] = "";
  if (!junit_read("j", strdup(text), &junit, &err)) {
    assert_string_equal(err.text, expected);
    return;
  }
  for (size_t i = 0; i < junit.count; i++) {
    const struct junit_test *t = &junit.tests[i];
    snprintf(found + strlen(found), sizeof found - strlen(found), "%d %s/%s %g %s|%s|%s\n", t->state, t->group, t->name,
             t->seconds, t->message, t->text, t->seed);
  }
  junit_free(&junit);
  assert_string_equal(found, expected);
}

CASE(test_junit) {
  static const struct {
    const char *text, *expected;
  } rows[] = {
      {"<testsuites><testcase name='a'/>\n<testcase/></testsuites>", "j:2: testcase: expected the attribute name"},
      {"<testsuites/>", "j:1: expected a <testcase>, found none"},
      {"", "j:1: XML: no element found at column 1; the file is truncated"},
      {"<a>\n<testcase name='a'/>", "j:2: XML: no element found at column 21; the file is truncated"},
      {"<a>\n<testcase name='a'", "j:2: XML: unclosed token at column 1; the file is truncated"},
      {"<a>\n <testcase name='a'></a>", "j:2: XML: mismatched tag at column 23"},
      {"<testcase name='a'/>\n\nb", "j:3: XML: junk after document element at column 1"},
      {"<testcase name=a/>", "j:1: XML: not well-formed (invalid token) at column 16"},
      {"<testcase name='a' name='b'/>", "j:1: XML: duplicate attribute at column 20"},
      {"<!DOCTYPE a><a><testcase name='a' classname='g' time='1.5'/></a>", "1 g/a 1.5 ||\n"},
      {"<a><testcase name='a'><error message='m'>t</error></testcase></a>", "0 /a 0 m|t|\n"},
      {"<a><testcase name='a'><failure type='incomplete'/></testcase></a>", "3 /a 0 ||\n"},
      {"<a><testcase name='a'><skipped>t</skipped></testcase></a>", "2 /a 0 ||\n"},
      // Properties of tests in their suite: in another order, of no test, of another suite.
      {"<a><testsuite name='s'><properties><property name='a.b.seed' value='1'/><property name='c.again' value='x'/>"
       "<property name='c.seed' value='2'/></properties><testcase classname='s' name='a.b'/><testcase classname='s' "
       "name='c'/>"
       "</testsuite></a>",
       "1 s/a.b 0 ||1\n1 s/c 0 ||2\n"},
      {"<a><testsuite name='s'><properties><property name='b.seed' value='1'/><property name='d.seed' value='2'/>"
       "<property name='a.seed' value='3'/></properties><testcase classname='s' name='a'/><testcase classname='s' "
       "name='b'/>"
       "<testcase classname='s' name='c'/></testsuite></a>",
       "1 s/a 0 ||3\n1 s/b 0 ||1\n1 s/c 0 ||\n"},
      {"<a><testsuite name='s'><properties><property name='a.seed' value='1'/></properties><testcase classname='t' "
       "name='a'/>"
       "</testsuite><testsuite name='t'><testcase classname='t' name='a'/></testsuite></a>",
       "1 t/a 0 ||\n1 t/a 0 ||\n"},
      // A property after a test does not belong to this test. A suite in a suite.
      {"<a><testcase name='a'/><property name='seed' value='1'/></a>", "1 /a 0 ||\n"},
      {"<a><a><testcase name='a'/></a><a><a><testcase name='b'><properties><property name='seed' "
       "value='1'/></properties>"
       "</testcase></a></a></a>",
       "1 /a 0 ||\n1 /b 0 ||1\n"},
      // Sections: their contents are text.
      {"<?xml version='1.0'?><?p <a & ?><a><!-- <b> & ' --><testcase name='a'><failure> "
       "<![CDATA[<&lt;]]]]><![CDATA[>]]>"
       "</failure></testcase></a>",
       "0 /a 0 |<&lt;]]>|\n"},
      {"<testcase name='&lt;&#65;&#x42;&quot;&apos;&gt;&amp;'/>", "1 /<AB\"'>& 0 ||\n"},
      {"<testcase name='&#xE9;&#x20AC;&#x1F600;'/>", "1 /\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 0 ||\n"},
      // Text that is no valid XML, but occurs in many files: control characters, '&', and '<' in an attribute.
      {"<testcase name='\033[1m\1'/>", "1 /?[1m? 0 ||\n"},
      {"<a><testcase name='a'><failure>\033 <![CDATA[\033&\b]]></failure></testcase></a>", "0 /a 0 |? ?&?|\n"},
      {"<testcase name='a & b &nbsp; &#27; &#x; &# 65; &#xD800; &' classname='<b> < \">\"'/>",
       "1 <b> < \">\"/a & b &nbsp; &#27; &#x; &# 65; &#xD800; & 0 ||\n"},
      {"<a><testcase name='a'><failure message=\"it's <b>\">R&D &copy;</failure></testcase></a>",
       "0 /a 0 it's <b>|R&D &copy;|\n"},
      // Encodings: declared, unknown, and different from that of the file.
      {"<?xml version='1.0' encoding='ISO-8859-1'?><testcase name='\xE9'/>", "1 /\xC3\xA9 0 ||\n"},
      {"<?xml version='1.0' encoding='windows-1252'?><testcase name='\xE9'/>", "1 /\xC3\xA9 0 ||\n"},
      {"<?xml version='1.0' encoding='UTF-8'?><testcase name='\xE9'/>", "1 /\xC3\xA9 0 ||\n"},
      {"<?xml version='1.0' encoding='UTF-16'?><testcase name='a'/>", "1 /a 0 ||\n"},
      {"<testcase name='\xC3\xA9'/>", "1 /\xC3\xA9 0 ||\n"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) expect_junit(rows[i].text, rows[i].expected);
}

// A long time without events is skipped at once, with the same result as clock by clock.
CASE(test_long_idle) {
  static const struct slots first = {.at = {{.executed = true, .passed = true, .at = {.address = 0x8000}}}};
  static const struct slots debug = {.debug = true};
  for (int way = 0; way < 4; way++) {
    struct config config = config_default_etm3;
    config.etmcr |= way & 1 ? ETMCR_CYCLE_ACCURATE : 0;
    struct trace_bytes bytes[2] = {{0}, {0}};
    for (int each = 0; each < 2; each++) {
      struct encoder e;
      encoder_reset(&e, &config);
      encode_slots(&e, &first, &bytes[each]);
      if (way & 2) encode_slots(&e, &debug, &bytes[each]);
      if (each) encode_idle(&e, 30000, &bytes[each]);
      for (int i = 0; !each && i < 30000; i++) encode_idle(&e, 1, &bytes[each]);
      encode_slots(&e, &first, &bytes[each]);
      encode_flush(&e, &bytes[each]);
    }
    assert_int_equal(bytes[0].count, bytes[1].count);
    assert_memory_equal(bytes[0].at, bytes[1].at, bytes[0].count);
    free(bytes[0].at);
    free(bytes[1].at);
  }
}

static int setup(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : 1;
}

static int teardown(void **state) {
  (void)state;
  static const char *const names[] = {"text", "fst", "fst2vcd", "0", "1", "2", "3", "4", "5", "6", "7"};
  char path[80];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  return rmdir(folder);
}

int main(void) { return CASES_RUN("files", setup, teardown); }
