-- SPDX-License-Identifier: Apache-2.0
-- Replays pins on sim/waypoint_log.vhd, as replay.v does.
library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;

entity replay_ptm is
end entity;

architecture bench of replay_ptm is
  signal CLK : std_logic := '0';
  signal RESETn, WPTVALID, WPTTAKEN, WPTLINK, WPTT32LINK, WPTTARGETTBIT, WPTTARGETJBIT, WPTnSECURE, WPTTRACEPROHIBITED, WPTEXTERET,
    WPTEXTHYP, WPTENABLE, TSCLKCHANGE, NIDEN, DBGEN, PTMIDLEREQ, PTMIDLEACK, PTMTRIGGER, PCLKEN, PSEL, PENABLE, PWRITE, PREADY,
    PSLVERR, ATCLKEN, SYNCREQ, ATVALID, ATREADY, AFVALID, AFREADY : std_logic;
  signal WPTPC, WPTTARGETPC, WPTCONTEXTID, CFGIDR, CFGCCER, PWDATA, PRDATA, ATDATA : std_logic_vector(31 downto 0);
  signal WPTTYPE : std_logic_vector(2 downto 0);
  signal WPTEXCEPTIONTYPE, RETSTACKDEPTH, EXTIN : std_logic_vector(3 downto 0);
  signal WPTEXTBARRIER, ATBYTES : std_logic_vector(1 downto 0);
  signal WPTEXTVMID : std_logic_vector(7 downto 0);
  signal WPTEXTEXCEPTION : std_logic_vector(4 downto 0);
  signal TSVALUEB : std_logic_vector(63 downto 0);
  signal PADDR : std_logic_vector(11 downto 2);
  signal ATID : std_logic_vector(6 downto 0);

  function bit_of(c : character) return std_logic is
  begin
    case c is
      when '0' => return '0';
      when '1' => return '1';
      when 'z' => return 'Z';
      when others => return 'X';
    end case;
  end function;

  -- The next number of the line.
  procedure next_bits(l : inout line; value : out std_logic_vector) is
    variable c : character := ' ';
    variable bits : std_logic_vector(value'length - 1 downto 0) := (others => '0');
  begin
    while c = ' ' loop
      read(l, c);
    end loop;
    while c /= ' ' loop
      bits := bits(bits'high - 1 downto 0) & bit_of(c);
      exit when l'length = 0;
      read(l, c);
    end loop;
    value := bits;
  end procedure;
begin

  u_log : entity work.waypoint_ptm_log
    generic map ("replayed.log", 32)
    port map (
      CLK => CLK, RESETn => RESETn, WPTVALID => WPTVALID, WPTPC => WPTPC, WPTTARGETPC => WPTTARGETPC, WPTTYPE => WPTTYPE,
      WPTTAKEN => WPTTAKEN, WPTLINK => WPTLINK, WPTT32LINK => WPTT32LINK, WPTTARGETTBIT => WPTTARGETTBIT,
      WPTTARGETJBIT => WPTTARGETJBIT, WPTnSECURE => WPTnSECURE, WPTEXCEPTIONTYPE => WPTEXCEPTIONTYPE,
      WPTTRACEPROHIBITED => WPTTRACEPROHIBITED, WPTCONTEXTID => WPTCONTEXTID, WPTEXTERET => WPTEXTERET,
      WPTEXTBARRIER => WPTEXTBARRIER, WPTEXTHYP => WPTEXTHYP, WPTEXTVMID => WPTEXTVMID, WPTEXTEXCEPTION => WPTEXTEXCEPTION,
      WPTENABLE => WPTENABLE, RETSTACKDEPTH => RETSTACKDEPTH, CFGIDR => CFGIDR, CFGCCER => CFGCCER, TSVALUEB => TSVALUEB,
      TSCLKCHANGE => TSCLKCHANGE, NIDEN => NIDEN, DBGEN => DBGEN, PTMIDLEREQ => PTMIDLEREQ, PTMIDLEACK => PTMIDLEACK,
      EXTIN => EXTIN, PTMTRIGGER => PTMTRIGGER, PCLKEN => PCLKEN, PSEL => PSEL, PENABLE => PENABLE, PWRITE => PWRITE,
      PADDR => PADDR, PWDATA => PWDATA, PRDATA => PRDATA, PREADY => PREADY, PSLVERR => PSLVERR, ATCLKEN => ATCLKEN,
      SYNCREQ => SYNCREQ, ATVALID => ATVALID, ATREADY => ATREADY, ATBYTES => ATBYTES, ATDATA => ATDATA, ATID => ATID,
      AFVALID => AFVALID, AFREADY => AFREADY
    );

  process
    file pins : text open read_mode is "pins";
    variable l : line;
    variable bits : std_logic_vector(63 downto 0);
  begin
    while not endfile(pins) loop
      readline(pins, l);
      next_bits(l, bits); RESETn <= bits(0);
      next_bits(l, bits); WPTVALID <= bits(0);
      next_bits(l, bits); WPTPC <= bits(31 downto 0);
      next_bits(l, bits); WPTTARGETPC <= bits(31 downto 0);
      next_bits(l, bits); WPTTYPE <= bits(2 downto 0);
      next_bits(l, bits); WPTTAKEN <= bits(0);
      next_bits(l, bits); WPTLINK <= bits(0);
      next_bits(l, bits); WPTT32LINK <= bits(0);
      next_bits(l, bits); WPTTARGETTBIT <= bits(0);
      next_bits(l, bits); WPTTARGETJBIT <= bits(0);
      next_bits(l, bits); WPTnSECURE <= bits(0);
      next_bits(l, bits); WPTEXCEPTIONTYPE <= bits(3 downto 0);
      next_bits(l, bits); WPTTRACEPROHIBITED <= bits(0);
      next_bits(l, bits); WPTCONTEXTID <= bits(31 downto 0);
      next_bits(l, bits); WPTEXTERET <= bits(0);
      next_bits(l, bits); WPTEXTBARRIER <= bits(1 downto 0);
      next_bits(l, bits); WPTEXTHYP <= bits(0);
      next_bits(l, bits); WPTEXTVMID <= bits(7 downto 0);
      next_bits(l, bits); WPTEXTEXCEPTION <= bits(4 downto 0);
      next_bits(l, bits); WPTENABLE <= bits(0);
      next_bits(l, bits); RETSTACKDEPTH <= bits(3 downto 0);
      next_bits(l, bits); CFGIDR <= bits(31 downto 0);
      next_bits(l, bits); CFGCCER <= bits(31 downto 0);
      next_bits(l, bits); TSVALUEB <= bits(63 downto 0);
      next_bits(l, bits); TSCLKCHANGE <= bits(0);
      next_bits(l, bits); NIDEN <= bits(0);
      next_bits(l, bits); DBGEN <= bits(0);
      next_bits(l, bits); PTMIDLEREQ <= bits(0);
      next_bits(l, bits); PTMIDLEACK <= bits(0);
      next_bits(l, bits); EXTIN <= bits(3 downto 0);
      next_bits(l, bits); PTMTRIGGER <= bits(0);
      next_bits(l, bits); PCLKEN <= bits(0);
      next_bits(l, bits); PSEL <= bits(0);
      next_bits(l, bits); PENABLE <= bits(0);
      next_bits(l, bits); PWRITE <= bits(0);
      next_bits(l, bits); PADDR <= bits(9 downto 0);
      next_bits(l, bits); PWDATA <= bits(31 downto 0);
      next_bits(l, bits); PRDATA <= bits(31 downto 0);
      next_bits(l, bits); PREADY <= bits(0);
      next_bits(l, bits); PSLVERR <= bits(0);
      next_bits(l, bits); ATCLKEN <= bits(0);
      next_bits(l, bits); SYNCREQ <= bits(0);
      next_bits(l, bits); ATVALID <= bits(0);
      next_bits(l, bits); ATREADY <= bits(0);
      next_bits(l, bits); ATBYTES <= bits(1 downto 0);
      next_bits(l, bits); ATDATA <= bits(31 downto 0);
      next_bits(l, bits); ATID <= bits(6 downto 0);
      next_bits(l, bits); AFVALID <= bits(0);
      next_bits(l, bits); AFREADY <= bits(0);
      wait for 5 ns;
      CLK <= '1';
      wait for 5 ns;
      CLK <= '0';
    end loop;
    wait;
  end process;

end architecture;
