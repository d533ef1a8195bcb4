/** The report's style: system fonts, black on white, printable. */
export const style = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px 28px 64px; max-width: 1080px; color: #1a1a1a; background: #fff;
  font: 15px/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 20px; margin: 48px 0 8px; padding-top: 12px; border-top: 1px solid #ccc; }
h3 { font-size: 16px; margin: 28px 0 6px; }
figure h3 { font-size: 14px; margin: 14px 0 4px; }
p { margin: 6px 0 12px; max-width: 78ch; }
a { color: #00507d; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 18px; padding: 0; margin: 14px 0 0; }
code, pre { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre { background: #f5f5f5; border: 1px solid #ddd; border-radius: 4px; padding: 10px 12px; white-space: pre-wrap; }
.subtitle, .note { color: #555; }
.note { font-size: 13px; }
.warnings { border: 2px solid #a33; border-radius: 4px; padding: 8px 16px; margin: 20px 0; }
.warnings h2 { border: 0; margin: 0; padding: 0; font-size: 16px; }
.warnings ul { margin: 6px 0; padding-left: 20px; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 3px 20px; margin: 12px 0; }
dl.facts dt { color: #555; } dl.facts dd { margin: 0; }
figure { margin: 22px 0 30px; }
figcaption { font-weight: 600; margin-bottom: 6px; }
svg.chart { display: block; width: 100%; height: auto; font: 12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", Arial, sans-serif; }
svg .grid { stroke: #e2e2e2; stroke-width: 1; fill: none; }
svg .axis { stroke: #555; stroke-width: 1; fill: none; }
svg .axis-title { fill: #333; font-size: 12.5px; }
svg .strong { font-weight: 600; }
svg .single { fill: none; stroke: #8a8a8a; stroke-width: 1; }
svg .whisker { stroke: #222; stroke-width: 1.4; fill: none; }
svg .box { fill: #cfe0ee; stroke: #222; stroke-width: 1; }
svg .median { stroke: #000; stroke-width: 2.4; }
svg .minimum { stroke: #23405c; stroke-width: 1; stroke-dasharray: 3 2; }
svg .ridge { fill: #b9cfe2; stroke: #23405c; stroke-width: 0.8; }
svg .cell { font-size: 11px; }
.legend + .panels { margin-top: 10px; }
.panels { display: grid; grid-template-columns: 1fr 1fr; gap: 6px 20px; }
.panel { min-width: 0; break-inside: avoid; }
.panel h3 { margin: 4px 0; }
details { margin: 6px 0; }
summary { cursor: pointer; color: #00507d; width: fit-content; }
.scroll { overflow-x: auto; margin: 8px 0; }
table { border-collapse: collapse; font-size: 13px; line-height: 1.35; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 3px 12px 3px 0; border-bottom: 1px solid #e4e4e4; overflow-wrap: break-word; }
th { border-bottom: 1.5px solid #555; vertical-align: bottom; }
td { max-width: 52ch; } th { max-width: 20ch; }
.scroll td:first-child, .scroll th:first-child { position: sticky; left: 0; background: #fff; }
.number { text-align: right; white-space: nowrap; }
th.number { white-space: normal; }
tr.strong td { font-weight: 600; }
th[aria-sort]::after { content: " ▾"; } th[aria-sort=ascending]::after { content: " ▴"; }
.scripted th { cursor: pointer; }
button { font: inherit; font-size: 13px; padding: 3px 10px; border: 1px solid #888; border-radius: 4px; background: #f5f5f5; cursor: pointer; }
@page { size: A4; margin: 14mm 12mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, button, details:not([open]), h3:has(+ details:not([open])),
  section:not(:has(> details[open])):not(:has(> :not(h2, details))) { display: none; }
  h2, h3, figcaption, figcaption + .note, .legend, summary, p:has(+ pre) { break-after: avoid; }
  svg.chart, .warnings, tr, pre { break-inside: avoid; }
  svg.chart { max-height: 240mm; }
  .scroll { overflow: visible; }
  .scroll td:first-child, .scroll th:first-child { position: static; }
  table { font-size: 8pt; } th, td { padding-right: 6px; } td { max-width: 32ch; } th { max-width: 14ch; }
  td:first-child { overflow-wrap: anywhere; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
