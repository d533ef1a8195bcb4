/**
 * Types of documents and how they are told apart: CINDI's document filter accepts what matches one of four templates,
 * a thesis, a technical paper, an academic paper or a list of frequently asked questions (Chen, Concordia, 2008,
 * section 2.4). The thesis gives no templates; these are ours: headings, cues on the first page, length, and the share
 * of questions. Each decision comes with its reasons.
 */
import type { DocumentType, Range } from '../topic/documents.ts';
import type { Outline } from './outline.ts';

export interface Typed {
  /** Undefined if no type fits. */
  type: string | undefined;
  why: string[];
}

const type = (name: string, given: Partial<DocumentType>): DocumentType => ({
  name,
  sections: [],
  required: [],
  cues: [],
  against: [],
  ...given,
});

const words = (text: string): string[] => text.split(',').map((word) => word.trim());

export const builtInTypes: readonly DocumentType[] = [
  type('thesis', {
    sections: words(
      `abstract, acknowledgements, acknowledgments, contents, table of contents, list of figures, list of tables,
      introduction, conclusion, conclusions, references, bibliography, declaration, appendix, zusammenfassung, literatur,
      inhaltsverzeichnis, einleitung, danksagung, résumé, remerciements`,
    ),
    atLeast: 3,
    cues: words(
      `thesis, dissertation, in partial fulfillment, in partial fulfilment, degree of, doctor of philosophy,
      master of science, master of arts, master of engineering, supervisor, supervised by, thesis advisor, examiner,
      phd thesis, masterarbeit, diplomarbeit, inaugural-dissertation, thèse, mémoire`,
    ),
    cuesAtLeast: 2,
    words: { min: 4000 },
  }),
  type('technical-report', {
    sections: words(
      `abstract, summary, executive summary, introduction, background, scope, purpose, method, methods, results, findings,
      conclusion, conclusions, recommendations, references, bibliography, appendix`,
    ),
    cues: words(
      `technical report, tech. report, research report, technical memorandum, technical note, working paper, report no,
      report number, tech report, technischer bericht, rapport technique, rapport de recherche`,
    ),
    against: words('in partial fulfillment, in partial fulfilment'),
    words: { min: 600 },
  }),
  type('faq', {
    cues: words(
      'frequently asked questions, faq, questions and answers, häufige fragen, foire aux questions',
    ),
    questions: { min: 0.08 },
    words: { min: 100 },
  }),
  type('academic-paper', {
    sections: words(
      `abstract, introduction, related work, background, method, methods, methodology, approach, model, experiments,
      experimental results, evaluation, results, discussion, conclusion, conclusions, conclusions and future work,
      future work, acknowledgements, acknowledgments, keywords, zusammenfassung, einleitung, résumé`,
    ),
    atLeast: 3,
    required: words(
      'references, bibliography, literature, literature cited, works cited, literatur, références',
    ),
    against: words(
      `in partial fulfillment, in partial fulfilment, syllabus, homework, lecture notes, curriculum vitae, problem set`,
    ),
    words: { min: 900, max: 40_000 },
  }),
];

/** The type that fits with the most evidence, the first in the list among equals. */
export function typeOf(outline: Outline, types: readonly DocumentType[]): Typed {
  let best: { fit: Fit; name: string } | undefined;
  const misses: string[] = [];
  for (const one of types) {
    const fit = fitOf(outline, one);
    if ('missing' in fit) misses.push(`no ${one.name}: ${fit.missing}`);
    else if (best === undefined || fit.points > best.fit.points) best = { fit, name: one.name };
  }
  return best === undefined ? { type: undefined, why: misses } : { type: best.name, why: best.fit.why };
}

interface Fit {
  points: number;
  why: string[];
}

/** Cues weigh twice: headings are shared by most types, the words of a title page are not. */
function fitOf(outline: Outline, one: DocumentType): Fit | { missing: string } {
  const sections = one.sections.filter((name) => outline.hasHeading(name));
  const wanted = one.atLeast ?? Math.min(2, one.sections.length);
  if (sections.length < wanted)
    return { missing: `${sections.length} of its sections, ${wanted} are wanted` };
  const required = one.required.find((name) => outline.hasHeading(name));
  if (one.required.length > 0 && required === undefined)
    return { missing: `no section ${one.required.slice(0, 2).join(' or ')}` };
  const cues = one.cues.filter((cue) => outline.opensWith(cue));
  const wantedCues = one.cuesAtLeast ?? Math.min(1, one.cues.length);
  if (cues.length < wantedCues)
    return { missing: `${cues.length} of its cues on the first page, ${wantedCues} are wanted` };
  const against = one.against.find((cue) => outline.opensWith(cue));
  if (against !== undefined) return { missing: `"${against}" on the first page` };
  const outside =
    outsideOf(one.words, outline.words, 'words') ??
    (outline.pages === undefined ? undefined : outsideOf(one.pages, outline.pages, 'pages')) ??
    outsideOf(one.questions, outline.questions, 'of the sentences are questions');
  if (outside !== undefined) return { missing: outside };
  const why = [
    ...(cues.length === 0 ? [] : [`on the first page: ${cues.slice(0, 4).join(', ')}`]),
    ...(sections.length === 0 ? [] : [`sections: ${sections.slice(0, 6).join(', ')}`]),
    ...(required === undefined ? [] : [`has ${required}`]),
    ...(one.questions === undefined ? [] : [`${percent(outline.questions)} of the sentences are questions`]),
  ];
  return { points: 2 * cues.length + sections.length + (one.questions === undefined ? 0 : 2), why };
}

function outsideOf(range: Range | undefined, value: number, unit: string): string | undefined {
  const shown = unit.startsWith('of') ? percent(value) : String(value);
  if (range?.min !== undefined && value < range.min) return `${shown} ${unit}, too few`;
  if (range?.max !== undefined && value > range.max) return `${shown} ${unit}, too many`;
  return undefined;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
