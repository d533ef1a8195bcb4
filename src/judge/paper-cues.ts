/**
 * Does a page read like a research paper? Looks for typical headings: abstract, introduction, references and seven
 * more. Chen (CINDI robot, Concordia, 2008), section 4.4, names the ten words but not how many are needed or where.
 * Ours must start a short line (optionally after a section number), since "reference" and "chapter" mean nothing in
 * running text.
 */
export const paperCues = [
  'abstract',
  'keywords',
  'introduction',
  'chapter',
  'reference',
  'bibliography',
  'future work',
  'conclusion',
  'appendix',
  'acknowledgement',
] as const;

export type PaperCue = (typeof paperCues)[number];

/** The cues found as headings in a text with newline-separated blocks; each once, in the order above. */
export function paperHeadings(text: string): PaperCue[] {
  const found = new Set<PaperCue>();
  HEADING.lastIndex = 0;
  for (let match = HEADING.exec(text); match !== null; match = HEADING.exec(text)) {
    const words = match[1]!.toLowerCase();
    const cue = paperCues.find((one) => words.startsWith(one)) ?? OTHER_SPELLINGS[words];
    if (cue !== undefined) found.add(cue);
    if (found.size === paperCues.length) break;
  }
  return paperCues.filter((cue) => found.has(cue));
}

const OTHER_SPELLINGS: Record<string, PaperCue> = {
  'key words': 'keywords',
  acknowledgments: 'acknowledgement',
  acknowledgment: 'acknowledgement',
  appendices: 'appendix',
};

/** A line of at most 60 characters that starts with a cue, or "Keywords: …" or "Abstract: …" of any length. */
const HEADING =
  /^[ \t]{0,20}(?:[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}[.)]?[ \t]{1,5}|[IVXivx]{1,5}[.)][ \t]{1,5})?(abstract|key ?words|introduction|chapter|references?|bibliography|future work|conclusions?|appendix|appendices|acknowledge?ments?)(?:[ \t]{0,5}[:.—–-].*|(?![a-z])[^\n]{0,40})$/gim;
