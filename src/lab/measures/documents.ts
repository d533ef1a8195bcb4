/** Documents that are not HTML pages, such as papers: what CINDI looks for (its thesis, table 13). */
import type { Visited } from '../study.ts';

/** By its bytes, or by a URL that suggests one. */
export const isDocument = ({ url, kind }: Visited): boolean => kind === 'pdf' || isDocumentUrl(url);

export const isDocumentUrl = (url: string): boolean => ENDING.test(url);

const ENDING = /\.(?:pdf|ps|eps|docx?|rtf|odt|tex|dvi|pptx?|xlsx?)(?:\.gz)?(?:[?#]|$)/i;
