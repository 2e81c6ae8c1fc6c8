// SPDX-License-Identifier: Apache-2.0
// The writer of a log of clocks at the pins of tb's ETM (docs/log.md), in front of tb.sv. The folder of another unit need not have a PTM
// and an ETM, so a simulator reads the file of its own unit alone (sim.mk).
`define LOG gen_etm.u_unit.u_etm.u_log

bind etm_top waypoint_etm_log #(.FILE(0), .ATB_BITS(AtbBits)) u_log (.*);
