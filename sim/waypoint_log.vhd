-- SPDX-License-Identifier: Apache-2.0
-- A log of clocks of a trace unit, for `waypoint check --log` (docs/log.md): a line of text for each edge of CLK, with all pins as a
-- flip-flop of the unit samples them. VHDL-93 and later, for any simulator; the same lines as sim/waypoint_log.v writes.
--
--   u_log : entity work.waypoint_ptm_log generic map ("run.log", 32) port map (CLK => CLK, RESETn => RESETn, ...);
--   waypoint_etm_log: likewise of an ETM
--
-- All ports are inputs. Those that not every unit has may be left out of the port map: they have the value then that docs/log.md gives.
library ieee;
use ieee.std_logic_1164.all;

package waypoint_log is
  function atbytes_bits(atb_bits : positive) return positive;
  -- A digit for each four bits, the last four at the right: x and z where all bits of it are so, X and Z where some are.
  function hex(value : std_logic_vector) return string;
  function hex(value : std_logic) return string;
end package;

package body waypoint_log is

  function atbytes_bits(atb_bits : positive) return positive is
  begin
    if atb_bits > 32 then
      return 3;
    elsif atb_bits > 16 then
      return 2;
    end if;
    return 1;
  end function;

  function digit(value : std_logic_vector) return character is
    constant digits : string(1 to 16) := "0123456789abcdef";
    variable number, unknown, floating : natural := 0;
  begin
    for i in value'range loop
      number := 2 * number;
      case value(i) is
        when '1' | 'H' => number := number + 1;
        when '0' | 'L' => null;
        when 'Z' => floating := floating + 1;
        when others => unknown := unknown + 1;
      end case;
    end loop;
    if unknown = value'length then
      return 'x';
    elsif unknown > 0 then
      return 'X';
    elsif floating = value'length then
      return 'z';
    elsif floating > 0 then
      return 'Z';
    end if;
    return digits(number + 1);
  end function;

  function hex(value : std_logic_vector) return string is
    constant count : positive := (value'length + 3) / 4;
    variable bits : std_logic_vector(value'length - 1 downto 0);
    variable text : string(1 to count);
    variable high : natural;
  begin
    bits := value;
    for i in 0 to count - 1 loop
      high := 4 * i + 3;
      if high > bits'high then
        high := bits'high;
      end if;
      text(count - i) := digit(bits(high downto 4 * i));
    end loop;
    return text;
  end function;

  function hex(value : std_logic) return string is
    variable bits : std_logic_vector(0 to 0);
  begin
    bits(0) := value;
    return hex(bits);
  end function;

end package body;

library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;
use work.waypoint_log.all;

entity waypoint_ptm_log is
  generic (
    FILE_NAME : string := "waypoint.log";
    ATB_BITS : positive := 32  -- width of ATDATA: 8, 16, 32 or 64
  );
  port (
    CLK : in std_logic;

    RESETn : in std_logic;

    WPTVALID : in std_logic;
    WPTPC : in std_logic_vector(31 downto 0);
    WPTTARGETPC : in std_logic_vector(31 downto 0);
    WPTTYPE : in std_logic_vector(2 downto 0);
    WPTTAKEN : in std_logic;
    WPTLINK : in std_logic;
    WPTT32LINK : in std_logic;
    WPTTARGETTBIT : in std_logic;
    WPTTARGETJBIT : in std_logic;
    WPTnSECURE : in std_logic;
    WPTEXCEPTIONTYPE : in std_logic_vector(3 downto 0);
    WPTTRACEPROHIBITED : in std_logic;
    WPTCONTEXTID : in std_logic_vector(31 downto 0);
    WPTEXTERET : in std_logic := '0';
    WPTEXTBARRIER : in std_logic_vector(1 downto 0) := (others => '0');
    WPTEXTHYP : in std_logic := '0';
    WPTEXTVMID : in std_logic_vector(7 downto 0) := (others => '0');
    WPTEXTEXCEPTION : in std_logic_vector(4 downto 0) := (others => '0');
    WPTENABLE : in std_logic;

    RETSTACKDEPTH : in std_logic_vector(3 downto 0) := (others => '0');
    CFGIDR : in std_logic_vector(31 downto 0) := (others => '0');
    CFGCCER : in std_logic_vector(31 downto 0) := (others => '0');

    TSVALUEB : in std_logic_vector(63 downto 0) := (others => '0');
    TSCLKCHANGE : in std_logic := '0';
    NIDEN : in std_logic;
    DBGEN : in std_logic;
    PTMIDLEREQ : in std_logic;
    PTMIDLEACK : in std_logic;

    EXTIN : in std_logic_vector(3 downto 0) := (others => '0');
    PTMTRIGGER : in std_logic;

    PCLKEN : in std_logic := '1';
    PSEL : in std_logic;
    PENABLE : in std_logic;
    PWRITE : in std_logic;
    PADDR : in std_logic_vector(11 downto 2);
    PWDATA : in std_logic_vector(31 downto 0);
    PRDATA : in std_logic_vector(31 downto 0);
    PREADY : in std_logic := '1';
    PSLVERR : in std_logic := '0';

    ATCLKEN : in std_logic := '1';
    SYNCREQ : in std_logic := '0';
    ATVALID : in std_logic;
    ATREADY : in std_logic;
    ATBYTES : in std_logic_vector(atbytes_bits(ATB_BITS) - 1 downto 0);
    ATDATA : in std_logic_vector(ATB_BITS - 1 downto 0);
    ATID : in std_logic_vector(6 downto 0);
    AFVALID : in std_logic;
    AFREADY : in std_logic
  );
end entity;

architecture log of waypoint_ptm_log is
begin

  process
    file log : text open write_mode is FILE_NAME;
    variable l : line;
  begin
    write(l, string'("waypoint-log 1"));
    writeline(log, l);
    write(l, string'("unit ptm"));
    writeline(log, l);
    write(l, string'("atb "));
    write(l, ATB_BITS);
    writeline(log, l);
    write(l, string'("columns"));
    write(l, string'(" RESETn"));
    write(l, string'(" WPTVALID WPTPC WPTTARGETPC WPTTYPE WPTTAKEN WPTLINK WPTT32LINK WPTTARGETTBIT"));
    write(l, string'(" WPTTARGETJBIT WPTnSECURE WPTEXCEPTIONTYPE WPTTRACEPROHIBITED WPTCONTEXTID WPTEXTERET"));
    write(l, string'(" WPTEXTBARRIER WPTEXTHYP WPTEXTVMID WPTEXTEXCEPTION WPTENABLE"));
    write(l, string'(" RETSTACKDEPTH CFGIDR CFGCCER"));
    write(l, string'(" TSVALUEB TSCLKCHANGE NIDEN DBGEN PTMIDLEREQ PTMIDLEACK"));
    write(l, string'(" EXTIN PTMTRIGGER"));
    write(l, string'(" PCLKEN PSEL PENABLE PWRITE PADDR PWDATA PRDATA PREADY PSLVERR"));
    write(l, string'(" ATCLKEN SYNCREQ ATVALID ATREADY ATBYTES ATDATA ATID AFVALID AFREADY"));
    writeline(log, l);
    loop
      wait until rising_edge(CLK);
      write(l, hex(RESETn));
      write(l, " " & hex(WPTVALID) & " " & hex(WPTPC) & " " & hex(WPTTARGETPC) & " " & hex(WPTTYPE) & " " & hex(WPTTAKEN) & " " &
               hex(WPTLINK) & " " & hex(WPTT32LINK) & " " & hex(WPTTARGETTBIT) & " " & hex(WPTTARGETJBIT) & " " &
               hex(WPTnSECURE) & " " & hex(WPTEXCEPTIONTYPE) & " " & hex(WPTTRACEPROHIBITED) & " " & hex(WPTCONTEXTID) & " " &
               hex(WPTEXTERET) & " " & hex(WPTEXTBARRIER) & " " & hex(WPTEXTHYP) & " " & hex(WPTEXTVMID) & " " &
               hex(WPTEXTEXCEPTION) & " " & hex(WPTENABLE));
      write(l, " " & hex(RETSTACKDEPTH) & " " & hex(CFGIDR) & " " & hex(CFGCCER));
      write(l, " " & hex(TSVALUEB) & " " & hex(TSCLKCHANGE) & " " & hex(NIDEN) & " " & hex(DBGEN) & " " & hex(PTMIDLEREQ) & " " &
               hex(PTMIDLEACK));
      write(l, " " & hex(EXTIN) & " " & hex(PTMTRIGGER));
      write(l, " " & hex(PCLKEN) & " " & hex(PSEL) & " " & hex(PENABLE) & " " & hex(PWRITE) & " " & hex(PADDR) & " " &
               hex(PWDATA) & " " & hex(PRDATA) & " " & hex(PREADY) & " " & hex(PSLVERR));
      write(l, " " & hex(ATCLKEN) & " " & hex(SYNCREQ) & " " & hex(ATVALID) & " " & hex(ATREADY) & " " & hex(ATBYTES) & " " &
               hex(ATDATA) & " " & hex(ATID) & " " & hex(AFVALID) & " " & hex(AFREADY));
      writeline(log, l);
    end loop;
  end process;

end architecture;

library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;
use work.waypoint_log.all;

entity waypoint_etm_log is
  generic (
    FILE_NAME : string := "waypoint.log";
    ATB_BITS : positive := 32  -- width of ATDATA: 8, 16, 32 or 64
  );
  port (
    CLK : in std_logic;

    RESETn : in std_logic;

    ETMI0VALID : in std_logic;
    ETMI0A : in std_logic_vector(31 downto 0);
    ETMI0T : in std_logic;
    ETMI0J : in std_logic;
    ETMI0PASS : in std_logic;
    ETMI0ERET : in std_logic;
    ETMI0BR : in std_logic;
    ETMI0BRA : in std_logic_vector(31 downto 0);
    ETMI0BRT : in std_logic;
    ETMI0BRJ : in std_logic;
    ETMI0BRNS : in std_logic;
    ETMI0BRHYP : in std_logic := '0';
    ETMI0BRDIRECT : in std_logic;
    ETMI0BREXC : in std_logic_vector(8 downto 0);
    ETMI0BRCANCEL : in std_logic;
    ETMI0BRSECRET : in std_logic;

    ETMI1VALID : in std_logic := '0';
    ETMI1A : in std_logic_vector(31 downto 0) := (others => '0');
    ETMI1T : in std_logic := '0';
    ETMI1J : in std_logic := '0';
    ETMI1PASS : in std_logic := '0';
    ETMI1ERET : in std_logic := '0';
    ETMI1BR : in std_logic := '0';
    ETMI1BRA : in std_logic_vector(31 downto 0) := (others => '0');
    ETMI1BRT : in std_logic := '0';
    ETMI1BRJ : in std_logic := '0';
    ETMI1BRNS : in std_logic := '0';
    ETMI1BRHYP : in std_logic := '0';
    ETMI1BRDIRECT : in std_logic := '0';
    ETMI1BREXC : in std_logic_vector(8 downto 0) := (others => '0');
    ETMI1BRCANCEL : in std_logic := '0';
    ETMI1BRSECRET : in std_logic := '0';

    ETMNS : in std_logic;
    ETMHYP : in std_logic := '0';
    ETMPROHIBITED : in std_logic;
    ETMDBGACK : in std_logic;
    ETMCID : in std_logic_vector(31 downto 0);
    ETMVMID : in std_logic_vector(7 downto 0) := (others => '0');
    ETMEN : in std_logic;

    CFGIDR : in std_logic_vector(31 downto 0) := (others => '0');
    CFGCCER : in std_logic_vector(31 downto 0) := (others => '0');

    TSVALUEB : in std_logic_vector(63 downto 0) := (others => '0');
    TSCLKCHANGE : in std_logic := '0';
    NIDEN : in std_logic;
    DBGEN : in std_logic;
    ETMWFIPENDING : in std_logic;
    ETMWFIREADY : in std_logic;

    EXTIN : in std_logic_vector(3 downto 0) := (others => '0');
    ETMTRIGOUT : in std_logic;

    PCLKEN : in std_logic := '1';
    PSEL : in std_logic;
    PENABLE : in std_logic;
    PWRITE : in std_logic;
    PADDR : in std_logic_vector(11 downto 2);
    PWDATA : in std_logic_vector(31 downto 0);
    PRDATA : in std_logic_vector(31 downto 0);
    PREADY : in std_logic := '1';
    PSLVERR : in std_logic := '0';

    ATCLKEN : in std_logic := '1';
    SYNCREQ : in std_logic := '0';
    ATVALID : in std_logic;
    ATREADY : in std_logic;
    ATBYTES : in std_logic_vector(atbytes_bits(ATB_BITS) - 1 downto 0);
    ATDATA : in std_logic_vector(ATB_BITS - 1 downto 0);
    ATID : in std_logic_vector(6 downto 0);
    AFVALID : in std_logic;
    AFREADY : in std_logic
  );
end entity;

architecture log of waypoint_etm_log is
begin

  process
    file log : text open write_mode is FILE_NAME;
    variable l : line;
  begin
    write(l, string'("waypoint-log 1"));
    writeline(log, l);
    write(l, string'("unit etm"));
    writeline(log, l);
    write(l, string'("atb "));
    write(l, ATB_BITS);
    writeline(log, l);
    write(l, string'("columns"));
    write(l, string'(" RESETn"));
    write(l, string'(" ETMI0VALID ETMI0A ETMI0T ETMI0J ETMI0PASS ETMI0ERET ETMI0BR ETMI0BRA ETMI0BRT ETMI0BRJ"));
    write(l, string'(" ETMI0BRNS ETMI0BRHYP ETMI0BRDIRECT ETMI0BREXC ETMI0BRCANCEL ETMI0BRSECRET"));
    write(l, string'(" ETMI1VALID ETMI1A ETMI1T ETMI1J ETMI1PASS ETMI1ERET ETMI1BR ETMI1BRA ETMI1BRT ETMI1BRJ"));
    write(l, string'(" ETMI1BRNS ETMI1BRHYP ETMI1BRDIRECT ETMI1BREXC ETMI1BRCANCEL ETMI1BRSECRET"));
    write(l, string'(" ETMNS ETMHYP ETMPROHIBITED ETMDBGACK ETMCID ETMVMID ETMEN"));
    write(l, string'(" CFGIDR CFGCCER"));
    write(l, string'(" TSVALUEB TSCLKCHANGE NIDEN DBGEN ETMWFIPENDING ETMWFIREADY"));
    write(l, string'(" EXTIN ETMTRIGOUT"));
    write(l, string'(" PCLKEN PSEL PENABLE PWRITE PADDR PWDATA PRDATA PREADY PSLVERR"));
    write(l, string'(" ATCLKEN SYNCREQ ATVALID ATREADY ATBYTES ATDATA ATID AFVALID AFREADY"));
    writeline(log, l);
    loop
      wait until rising_edge(CLK);
      write(l, hex(RESETn));
      write(l, " " & hex(ETMI0VALID) & " " & hex(ETMI0A) & " " & hex(ETMI0T) & " " & hex(ETMI0J) & " " & hex(ETMI0PASS) & " " &
               hex(ETMI0ERET) & " " & hex(ETMI0BR) & " " & hex(ETMI0BRA) & " " & hex(ETMI0BRT) & " " & hex(ETMI0BRJ) & " " &
               hex(ETMI0BRNS) & " " & hex(ETMI0BRHYP) & " " & hex(ETMI0BRDIRECT) & " " & hex(ETMI0BREXC) & " " &
               hex(ETMI0BRCANCEL) & " " & hex(ETMI0BRSECRET));
      write(l, " " & hex(ETMI1VALID) & " " & hex(ETMI1A) & " " & hex(ETMI1T) & " " & hex(ETMI1J) & " " & hex(ETMI1PASS) & " " &
               hex(ETMI1ERET) & " " & hex(ETMI1BR) & " " & hex(ETMI1BRA) & " " & hex(ETMI1BRT) & " " & hex(ETMI1BRJ) & " " &
               hex(ETMI1BRNS) & " " & hex(ETMI1BRHYP) & " " & hex(ETMI1BRDIRECT) & " " & hex(ETMI1BREXC) & " " &
               hex(ETMI1BRCANCEL) & " " & hex(ETMI1BRSECRET));
      write(l, " " & hex(ETMNS) & " " & hex(ETMHYP) & " " & hex(ETMPROHIBITED) & " " & hex(ETMDBGACK) & " " & hex(ETMCID) & " " &
               hex(ETMVMID) & " " & hex(ETMEN));
      write(l, " " & hex(CFGIDR) & " " & hex(CFGCCER));
      write(l, " " & hex(TSVALUEB) & " " & hex(TSCLKCHANGE) & " " & hex(NIDEN) & " " & hex(DBGEN) & " " & hex(ETMWFIPENDING) & " " &
               hex(ETMWFIREADY));
      write(l, " " & hex(EXTIN) & " " & hex(ETMTRIGOUT));
      write(l, " " & hex(PCLKEN) & " " & hex(PSEL) & " " & hex(PENABLE) & " " & hex(PWRITE) & " " & hex(PADDR) & " " &
               hex(PWDATA) & " " & hex(PRDATA) & " " & hex(PREADY) & " " & hex(PSLVERR));
      write(l, " " & hex(ATCLKEN) & " " & hex(SYNCREQ) & " " & hex(ATVALID) & " " & hex(ATREADY) & " " & hex(ATBYTES) & " " &
               hex(ATDATA) & " " & hex(ATID) & " " & hex(AFVALID) & " " & hex(AFREADY));
      writeline(log, l);
    end loop;
  end process;

end architecture;
