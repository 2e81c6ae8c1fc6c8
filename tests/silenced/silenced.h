// SPDX-License-Identifier: Apache-2.0
// The switches that silence.awk puts into a copy of the sources: SILENCED=NUMBER silences the place of that number.
// What follows it goes on as if there were nothing to accuse.
#ifndef SILENCED_H
#define SILENCED_H

#include <stdbool.h>

// The place is reached; is it silenced?
bool silenced(unsigned site);
bool silenced_is(unsigned site);  // without reaching it
extern bool silenced_all;         // what is told now

#define SILENCE_scoreboard_wrong(site, ...) (silenced(site) ? true : scoreboard_wrong(__VA_ARGS__))
#define SILENCE_scoreboard_breaks(site, ...) (silenced(site) ? true : scoreboard_breaks(__VA_ARGS__))
#define SILENCE_scoreboard_differs(site, ...) (silenced(site) ? true : scoreboard_differs(__VA_ARGS__))
#define SILENCE_verdict_wrong(site, ...) (silenced(site) ? true : verdict_wrong(__VA_ARGS__))
#define SILENCE_verdict_of(site, ...) (silenced(site) ? (struct judgement){0} : verdict_of(__VA_ARGS__))
#define SILENCE_verdict_gave_up(site) (silenced(site) ? (struct judgement){0} : verdict_gave_up())
#define SILENCE_rule_check(site, a, rule, good, ...) rule_check(a, rule, (good) || silenced(site), __VA_ARGS__)
#define SILENCE_rule_check_pins(site, a, rule, pin, good, ...) \
  rule_check_pins(a, rule, pin, (good) || silenced(site), __VA_ARGS__)
#define SILENCE_rules_bench(site, ...) (silenced(site) ? (void)0 : rules_bench(__VA_ARGS__))
#define SILENCE_take_liberty(site, ...) (silenced(site) ? (void)0 : take_liberty(__VA_ARGS__))
#define SILENCE_broken(site, ...) (silenced(site) ? (void)0 : broken(__VA_ARGS__))
#define SILENCE_differs(site, ...) (silenced(site) ? (void)0 : differs(__VA_ARGS__))
#define SILENCE_same(site, ...) (same(__VA_ARGS__) || silenced(site))
#define SILENCE_text(site, text) (silenced(site) ? NULL : (text))

// The decoder loses its place as it would, but does not tell.
#define SILENCE_quietly(site, call) (silenced_all = silenced(site), call, silenced_all = false, (void)0)
#define SILENCE_flow_error(site, ...) SILENCE_quietly(site, flow_error(__VA_ARGS__))
#define SILENCE_flow_gap(site, ...) SILENCE_quietly(site, flow_gap(__VA_ARGS__))
#define SILENCE_error(site, ...) SILENCE_quietly(site, error(__VA_ARGS__))
#define SILENCE_gap(site, ...) SILENCE_quietly(site, gap(__VA_ARGS__))
#define SILENCE_deliver_bad(site, ...) SILENCE_quietly(site, deliver_bad(__VA_ARGS__))

// A search that finds nothing else leaves what was accused before it: nothing, where that is silenced.
#define SILENCE_search_again(f)         \
  do {                                  \
    const bool accused = (f)->wrong;    \
    search_again(f);                    \
    (f)->wrong = (f)->wrong && accused; \
  } while (0)

#endif
