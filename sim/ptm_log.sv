// SPDX-License-Identifier: Apache-2.0
// The writer of a log of clocks at the pins of tb's PTM (docs/log.md), in front of tb.sv. The folder of another unit need not have a PTM
// and an ETM, so a simulator reads the file of its own unit alone (sim.mk).
`define LOG gen_ptm.u_unit.u_ptm.u_log

bind ptm_top waypoint_ptm_log #(.FILE(0), .ATB_BITS(AtbBits)) u_log (.*);
