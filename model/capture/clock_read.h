// SPDX-License-Identifier: Apache-2.0
// What comes of reading the pins of another clock from a file.
#ifndef CLOCK_READ_H
#define CLOCK_READ_H

enum clock_read {
  CLOCK_READ,
  CLOCK_END,  // there is none
  CLOCK_BAD   // the file is wrong there
};

#endif
