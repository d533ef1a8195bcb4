/**
 * Does a page read like a research paper? Looks for the headings that papers have: abstract, introduction,
 * references and seven more. Chen (CINDI robot, Concordia, 2008), section 4.4, which names the ten words and leaves
 * open how many are needed and where: ours must stand at the beginning of a short line (a chapter's number may
 * stand before it), since in running text "reference" and "chapter" say nothing.
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

/** The cues that stand as headings in a text whose blocks are parted by newlines; each once, in the order above. */
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

/** A line of at most 60 characters that begins with a cue, or is "Keywords: …" or "Abstract: …" of any length. */
const HEADING =
  /^[ \t]{0,20}(?:[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}[.)]?[ \t]{1,5}|[IVXivx]{1,5}[.)][ \t]{1,5})?(abstract|key ?words|introduction|chapter|references?|bibliography|future work|conclusions?|appendix|appendices|acknowledge?ments?)(?:[ \t]{0,5}[:.—–-].*|(?![a-z])[^\n]{0,40})$/gim;
