// A row: state, group, name, seed, seconds, clocks, packets, bits, overflows, lost, fullest, command. Only what is in
// view is in the document.
(() => {
  const states = ["\u2718 failed", "\u2714 passed", "\u2013 skipped", "? incomplete"];
  const classes = ["failed", "passed", "skipped", "failed"];
  const heights = 22, printed = 60;
  const box = document.getElementById("runs"), body = document.getElementById("rows");
  const again = r => texts[r[11]].replace("\u0001", r[3] || r[2]);
  const name = r => texts[r[1]] === r[2] ? r[2] : texts[r[1]] + "/" + r[2];
  const number = (value, digits) => value < 0 ? "" : value.toLocaleString("en", {maximumFractionDigits: digits});
  const columns = [
    ["verdict", r => states[r[0]], r => r[0]],
    ["test", name, name],
    ["seed", r => r[3], r => +r[3] || 0, true],
    ["s", r => number(r[4], 2), r => r[4], true],
    ["clocks", r => number(r[5], 0), r => r[5], true],
    ["packets", r => number(r[6], 0), r => r[6], true],
    ["bits/instr", r => number(r[7], 2), r => r[7], true],
    ["overflows", r => number(r[8], 0), r => r[8], true],
    ["lost", r => number(r[9], 0), r => r[9], true],
    ["FIFO", r => r[10] < 0 ? "" : Math.round(100 * r[10]) + " %", r => r[10], true],
    ["again", again, again],
  ];
  let shown = rows, column = 0, down = false;
  // The last column is as wide as the longest command, whose end has the seed.
  box.style.setProperty("--again", rows.reduce((most, r) => Math.max(most, again(r).length), 20) + "ch");

  const cell = (text, c, extra) => {
    const e = document.createElement("span");
    e.textContent = text;
    e.title = text;
    e.className = (c[3] ? "n " : "") + extra;
    return e;
  };
  const draw = (from, to) => {
    const part = document.createDocumentFragment();
    for (let i = from; i < to; i++) {
      const row = document.createElement("div");
      row.className = "row";
      row.style.top = i * heights + "px";
      columns.forEach((c, k) => row.append(cell(c[1](shown[i]), c, k === 0 ? classes[shown[i][0]] : k === 10 ? "command" : "")));
      part.append(row);
    }
    body.replaceChildren(part);
  };
  const view = () => {
    const from = Math.max(0, 2 * Math.floor(box.scrollTop / heights / 2) - 10);
    draw(from, Math.min(shown.length, from + Math.ceil(box.clientHeight / heights) + 20));
  };
  const choose = () => {
    const sought = document.getElementById("sought").value.toLowerCase(), state = +document.getElementById("state").value;
    shown = rows.filter(r => (state < 0 || r[0] === state) && (!sought || (name(r) + " " + again(r)).toLowerCase().includes(sought)));
    const key = columns[column][2];
    shown.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (down ? -1 : 1));
    body.style.height = shown.length * heights + "px";
    document.getElementById("shown").textContent = number(shown.length, 0) + " of " + number(rows.length, 0);
    document.querySelectorAll("#head button").forEach((b, k) => { b.textContent = columns[k][0] + (k === column ? down ? " \u2193" : " \u2191" : ""); });
    box.scrollTop = 0;
    view();
  };
  columns.forEach((c, k) => {
    const span = document.createElement("span"), button = document.createElement("button");
    span.className = c[3] ? "n" : "";
    button.type = "button";
    button.addEventListener("click", () => { down = k === column ? !down : !!c[3]; column = k; choose(); });
    span.append(button);
    document.getElementById("head").append(span);
  });
  box.addEventListener("scroll", view);
  document.getElementById("sought").addEventListener("input", choose);
  document.getElementById("state").addEventListener("change", choose);
  document.getElementById("choose").addEventListener("submit", e => e.preventDefault());
  window.addEventListener("beforeprint", () => draw(0, Math.min(shown.length, printed)));
  window.addEventListener("afterprint", view);
  choose();
})();
