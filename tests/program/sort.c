// SPDX-License-Identifier: Apache-2.0
// Sorts a seeded array three times, each with another comparison: recursion, calls through a pointer, short loops.
#include <stdbool.h>
#include <stdint.h>

struct record {
  uint32_t key;
  uint32_t place;  // where it stood before the first sort
};

typedef bool before_fn(const struct record *a, const struct record *b);

enum { RECORDS = 400, SHORT = 12 };

static struct record records[RECORDS];

static bool by_key(const struct record *a, const struct record *b) { return a->key < b->key; }

static bool by_low_byte(const struct record *a, const struct record *b) {
  uint32_t x = a->key & 0xFF, y = b->key & 0xFF;
  return x != y ? x < y : a->key > b->key;
}

static bool by_place(const struct record *a, const struct record *b) { return a->place < b->place; }

static void swap(struct record *a, struct record *b) {
  struct record t = *a;
  *a = *b;
  *b = t;
}

static void insertion_sort(struct record *first, struct record *end, before_fn *before) {
  for (struct record *r = first + 1; r < end; r++) {
    for (struct record *s = r; s > first && before(s, s - 1); s--) swap(s, s - 1);
  }
}

static void quicksort(struct record *first, struct record *end, before_fn *before) {
  while (end - first > SHORT) {
    struct record pivot = first[(end - first) / 2];
    struct record *lo = first, *hi = end - 1;
    while (lo <= hi) {
      while (before(lo, &pivot)) lo++;
      while (before(&pivot, hi)) hi--;
      if (lo <= hi) swap(lo++, hi--);
    }
    quicksort(first, hi + 1, before);
    first = lo;
  }
  insertion_sort(first, end, before);
}

// A hash of the keys in their present order.
static uint32_t order(void) {
  uint32_t hash = 2166136261u;
  for (int i = 0; i < RECORDS; i++) hash = (hash ^ records[i].key) * 16777619u;
  return hash;
}

int main(void) {
  static before_fn *const orders[] = {by_key, by_low_byte, by_place};
  uint32_t x = 2463534242u;
  for (uint32_t i = 0; i < RECORDS; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    records[i] = (struct record){.key = x, .place = i};
  }

  uint32_t unsorted = order();
  bool sorted = true;
  for (int k = 0; k < 3; k++) {
    quicksort(records, records + RECORDS, orders[k]);
    for (int i = 1; i < RECORDS; i++) sorted = sorted && orders[k](&records[i - 1], &records[i]);
  }
  return sorted && order() == unsorted ? 0 : 1;  // the last sort restores the first order
}
