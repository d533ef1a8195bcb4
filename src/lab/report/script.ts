/**
 * The report's only script: sorts tables on a click on a heading, and opens all tables at once. Nothing depends on it.
 */
export const script = `
document.documentElement.classList.add('scripted');
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  const sortBy = (column) => {
    const head = heads[column];
    const numbers = head.classList.contains('number');
    const down = head.getAttribute('aria-sort') ? head.getAttribute('aria-sort') === 'ascending' : numbers;
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const key = (row) => {
      const cell = row.cells[column];
      return numbers ? (cell.dataset.sort === undefined ? undefined : Number(cell.dataset.sort)) : cell.textContent;
    };
    const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: key(row) }));
    rows.sort((a, b) => {
      if (a.key === undefined || b.key === undefined) return (a.key === undefined) - (b.key === undefined);
      const order = numbers ? a.key - b.key : a.key.localeCompare(b.key);
      return down ? -order : order;
    });
    table.tBodies[0].append(...rows.map(({ row }) => row));
  };
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    head.addEventListener('click', () => sortBy(column));
    head.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); sortBy(column); }
    });
  });
}
const button = document.createElement('button');
button.textContent = 'Open all tables';
button.addEventListener('click', () => {
  const open = button.textContent === 'Open all tables';
  for (const details of document.querySelectorAll('details')) details.open = open;
  button.textContent = open ? 'Close all tables' : 'Open all tables';
});
document.querySelector('nav').append(button);
`;
