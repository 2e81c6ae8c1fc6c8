-- SPDX-License-Identifier: Apache-2.0
-- Replays pins on sim/waypoint_log.vhd, as replay.v does.
library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;

entity replay_etm is
end entity;

architecture bench of replay_etm is
  signal CLK : std_logic := '0';
  signal RESETn, ETMI0VALID, ETMI0T, ETMI0J, ETMI0PASS, ETMI0ERET, ETMI0BR, ETMI0BRT, ETMI0BRJ, ETMI0BRNS, ETMI0BRHYP, ETMI0BRDIRECT,
    ETMI0BRCANCEL, ETMI0BRSECRET, ETMI1VALID, ETMI1T, ETMI1J, ETMI1PASS, ETMI1ERET, ETMI1BR, ETMI1BRT, ETMI1BRJ, ETMI1BRNS,
    ETMI1BRHYP, ETMI1BRDIRECT, ETMI1BRCANCEL, ETMI1BRSECRET, ETMNS, ETMHYP, ETMPROHIBITED, ETMDBGACK, ETMEN, TSCLKCHANGE, NIDEN,
    DBGEN, ETMWFIPENDING, ETMWFIREADY, ETMTRIGOUT, PCLKEN, PSEL, PENABLE, PWRITE, PREADY, PSLVERR, ATCLKEN, SYNCREQ, ATVALID,
    ATREADY, AFVALID, AFREADY : std_logic;
  signal ETMI0A, ETMI0BRA, ETMI1A, ETMI1BRA, ETMCID, CFGIDR, CFGCCER, PWDATA, PRDATA, ATDATA : std_logic_vector(31 downto 0);
  signal ETMI0BREXC, ETMI1BREXC : std_logic_vector(8 downto 0);
  signal ETMVMID : std_logic_vector(7 downto 0);
  signal TSVALUEB : std_logic_vector(63 downto 0);
  signal EXTIN : std_logic_vector(3 downto 0);
  signal PADDR : std_logic_vector(11 downto 2);
  signal ATBYTES : std_logic_vector(1 downto 0);
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

  u_log : entity work.waypoint_etm_log
    generic map ("replayed.log", 32)
    port map (
      CLK => CLK, RESETn => RESETn, ETMI0VALID => ETMI0VALID, ETMI0A => ETMI0A, ETMI0T => ETMI0T, ETMI0J => ETMI0J,
      ETMI0PASS => ETMI0PASS, ETMI0ERET => ETMI0ERET, ETMI0BR => ETMI0BR, ETMI0BRA => ETMI0BRA, ETMI0BRT => ETMI0BRT,
      ETMI0BRJ => ETMI0BRJ, ETMI0BRNS => ETMI0BRNS, ETMI0BRHYP => ETMI0BRHYP, ETMI0BRDIRECT => ETMI0BRDIRECT,
      ETMI0BREXC => ETMI0BREXC, ETMI0BRCANCEL => ETMI0BRCANCEL, ETMI0BRSECRET => ETMI0BRSECRET, ETMI1VALID => ETMI1VALID,
      ETMI1A => ETMI1A, ETMI1T => ETMI1T, ETMI1J => ETMI1J, ETMI1PASS => ETMI1PASS, ETMI1ERET => ETMI1ERET, ETMI1BR => ETMI1BR,
      ETMI1BRA => ETMI1BRA, ETMI1BRT => ETMI1BRT, ETMI1BRJ => ETMI1BRJ, ETMI1BRNS => ETMI1BRNS, ETMI1BRHYP => ETMI1BRHYP,
      ETMI1BRDIRECT => ETMI1BRDIRECT, ETMI1BREXC => ETMI1BREXC, ETMI1BRCANCEL => ETMI1BRCANCEL, ETMI1BRSECRET => ETMI1BRSECRET,
      ETMNS => ETMNS, ETMHYP => ETMHYP, ETMPROHIBITED => ETMPROHIBITED, ETMDBGACK => ETMDBGACK, ETMCID => ETMCID,
      ETMVMID => ETMVMID, ETMEN => ETMEN, CFGIDR => CFGIDR, CFGCCER => CFGCCER, TSVALUEB => TSVALUEB, TSCLKCHANGE => TSCLKCHANGE,
      NIDEN => NIDEN, DBGEN => DBGEN, ETMWFIPENDING => ETMWFIPENDING, ETMWFIREADY => ETMWFIREADY, EXTIN => EXTIN,
      ETMTRIGOUT => ETMTRIGOUT, PCLKEN => PCLKEN, PSEL => PSEL, PENABLE => PENABLE, PWRITE => PWRITE, PADDR => PADDR,
      PWDATA => PWDATA, PRDATA => PRDATA, PREADY => PREADY, PSLVERR => PSLVERR, ATCLKEN => ATCLKEN, SYNCREQ => SYNCREQ,
      ATVALID => ATVALID, ATREADY => ATREADY, ATBYTES => ATBYTES, ATDATA => ATDATA, ATID => ATID, AFVALID => AFVALID,
      AFREADY => AFREADY
    );

  process
    file pins : text open read_mode is "pins";
    variable l : line;
    variable bits : std_logic_vector(63 downto 0);
  begin
    while not endfile(pins) loop
      readline(pins, l);
      next_bits(l, bits); RESETn <= bits(0);
      next_bits(l, bits); ETMI0VALID <= bits(0);
      next_bits(l, bits); ETMI0A <= bits(31 downto 0);
      next_bits(l, bits); ETMI0T <= bits(0);
      next_bits(l, bits); ETMI0J <= bits(0);
      next_bits(l, bits); ETMI0PASS <= bits(0);
      next_bits(l, bits); ETMI0ERET <= bits(0);
      next_bits(l, bits); ETMI0BR <= bits(0);
      next_bits(l, bits); ETMI0BRA <= bits(31 downto 0);
      next_bits(l, bits); ETMI0BRT <= bits(0);
      next_bits(l, bits); ETMI0BRJ <= bits(0);
      next_bits(l, bits); ETMI0BRNS <= bits(0);
      next_bits(l, bits); ETMI0BRHYP <= bits(0);
      next_bits(l, bits); ETMI0BRDIRECT <= bits(0);
      next_bits(l, bits); ETMI0BREXC <= bits(8 downto 0);
      next_bits(l, bits); ETMI0BRCANCEL <= bits(0);
      next_bits(l, bits); ETMI0BRSECRET <= bits(0);
      next_bits(l, bits); ETMI1VALID <= bits(0);
      next_bits(l, bits); ETMI1A <= bits(31 downto 0);
      next_bits(l, bits); ETMI1T <= bits(0);
      next_bits(l, bits); ETMI1J <= bits(0);
      next_bits(l, bits); ETMI1PASS <= bits(0);
      next_bits(l, bits); ETMI1ERET <= bits(0);
      next_bits(l, bits); ETMI1BR <= bits(0);
      next_bits(l, bits); ETMI1BRA <= bits(31 downto 0);
      next_bits(l, bits); ETMI1BRT <= bits(0);
      next_bits(l, bits); ETMI1BRJ <= bits(0);
      next_bits(l, bits); ETMI1BRNS <= bits(0);
      next_bits(l, bits); ETMI1BRHYP <= bits(0);
      next_bits(l, bits); ETMI1BRDIRECT <= bits(0);
      next_bits(l, bits); ETMI1BREXC <= bits(8 downto 0);
      next_bits(l, bits); ETMI1BRCANCEL <= bits(0);
      next_bits(l, bits); ETMI1BRSECRET <= bits(0);
      next_bits(l, bits); ETMNS <= bits(0);
      next_bits(l, bits); ETMHYP <= bits(0);
      next_bits(l, bits); ETMPROHIBITED <= bits(0);
      next_bits(l, bits); ETMDBGACK <= bits(0);
      next_bits(l, bits); ETMCID <= bits(31 downto 0);
      next_bits(l, bits); ETMVMID <= bits(7 downto 0);
      next_bits(l, bits); ETMEN <= bits(0);
      next_bits(l, bits); CFGIDR <= bits(31 downto 0);
      next_bits(l, bits); CFGCCER <= bits(31 downto 0);
      next_bits(l, bits); TSVALUEB <= bits(63 downto 0);
      next_bits(l, bits); TSCLKCHANGE <= bits(0);
      next_bits(l, bits); NIDEN <= bits(0);
      next_bits(l, bits); DBGEN <= bits(0);
      next_bits(l, bits); ETMWFIPENDING <= bits(0);
      next_bits(l, bits); ETMWFIREADY <= bits(0);
      next_bits(l, bits); EXTIN <= bits(3 downto 0);
      next_bits(l, bits); ETMTRIGOUT <= bits(0);
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
