// SPDX-License-Identifier: Apache-2.0
// The switches that suppress.awk puts into a copy of the sources: SUPPRESSED=NUMBER suppresses the place of that
// number. The program goes on as if there were no failure.
#ifndef SUPPRESSED_H
#define SUPPRESSED_H

#include <stdbool.h>

// The place is reached; is it suppressed?
bool suppressed(unsigned site);
bool suppressed_is(unsigned site);  // without reaching it
extern bool suppressed_all;         // all that is reported now

#define SUPPRESS_scoreboard_wrong(site, ...) (suppressed(site) ? true : scoreboard_wrong(__VA_ARGS__))
#define SUPPRESS_scoreboard_rule_violated(site, ...) (suppressed(site) ? true : scoreboard_rule_violated(__VA_ARGS__))
#define SUPPRESS_scoreboard_field_wrong(site, ...) (suppressed(site) ? true : scoreboard_field_wrong(__VA_ARGS__))
#define SUPPRESS_verdict_wrong(site, ...) (suppressed(site) ? true : verdict_wrong(__VA_ARGS__))
#define SUPPRESS_verdict_of(site, ...) (suppressed(site) ? (struct judgement){0} : verdict_of(__VA_ARGS__))
#define SUPPRESS_verdict_gave_up(site) (suppressed(site) ? (struct judgement){0} : verdict_gave_up())
#define SUPPRESS_rule_check(site, a, rule, good, ...) rule_check(a, rule, (good) || suppressed(site), __VA_ARGS__)
#define SUPPRESS_rule_check_pins(site, a, rule, pin, good, ...) \
  rule_check_pins(a, rule, pin, (good) || suppressed(site), __VA_ARGS__)
#define SUPPRESS_rule_check_earlier(site, a, rule, offset, item, good, ...) \
  rule_check_earlier(a, rule, offset, item, (good) || suppressed(site), __VA_ARGS__)
#define SUPPRESS_rules_bench(site, ...) (suppressed(site) ? (void)0 : rules_bench(__VA_ARGS__))
#define SUPPRESS_count_deviation(site, ...) (suppressed(site) ? (void)0 : count_deviation(__VA_ARGS__))
#define SUPPRESS_port_rules_broken(site, ...) (suppressed(site) ? (void)0 : port_rules_broken(__VA_ARGS__))
#define SUPPRESS_differs(site, ...) (suppressed(site) ? (void)0 : differs(__VA_ARGS__))
#define SUPPRESS_same(site, ...) (same(__VA_ARGS__) || suppressed(site))
#define SUPPRESS_text(site, text) (suppressed(site) ? NULL : (text))

// The decoder loses its place, but does not report it.
#define SUPPRESS_quietly(site, call) (suppressed_all = suppressed(site), call, suppressed_all = false, (void)0)
#define SUPPRESS_flow_error(site, ...) SUPPRESS_quietly(site, flow_error(__VA_ARGS__))
#define SUPPRESS_flow_error_missing(site, ...) SUPPRESS_quietly(site, flow_error_missing(__VA_ARGS__))
#define SUPPRESS_flow_error_expected(site, ...) SUPPRESS_quietly(site, flow_error_expected(__VA_ARGS__))
#define SUPPRESS_flow_error_isync(site, ...) SUPPRESS_quietly(site, flow_error_isync(__VA_ARGS__))
#define SUPPRESS_flow_gap(site, ...) SUPPRESS_quietly(site, flow_gap(__VA_ARGS__))
#define SUPPRESS_error(site, ...) SUPPRESS_quietly(site, error(__VA_ARGS__))
#define SUPPRESS_gap(site, ...) SUPPRESS_quietly(site, gap(__VA_ARGS__))
#define SUPPRESS_deliver_bad(site, ...) SUPPRESS_quietly(site, deliver_bad(__VA_ARGS__))

// A search that finds nothing else leaves the failure before it: none, if that failure is suppressed.
#define SUPPRESS_search_other_choices(f)  \
  do {                                    \
    const bool was_wrong = (f)->wrong;    \
    search_other_choices(f);              \
    (f)->wrong = (f)->wrong && was_wrong; \
  } while (0)

#endif
