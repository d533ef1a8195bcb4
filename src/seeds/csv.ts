/** The cells of one line of CSV (RFC 4180); a line break within quotes ends the line all the same. */
export function csvCells(line: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    if (line[at] === '"') {
      let cell = '';
      for (at++; at < line.length; at++) {
        if (line[at] !== '"') cell += line[at];
        else if (line[at + 1] === '"') cell += line[at++];
        else break;
      }
      const next = line.indexOf(',', at);
      cells.push(cell);
      at = next === -1 ? line.length + 1 : next + 1;
    } else {
      const next = line.indexOf(',', at);
      cells.push(line.slice(at, next === -1 ? line.length : next));
      at = next === -1 ? line.length + 1 : next + 1;
    }
  }
  return cells;
}
