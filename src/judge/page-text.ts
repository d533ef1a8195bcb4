/** The text by which pages are learnt from and judged: the title is part of it. */
import type { Page } from '../page/page.ts';

export const pageText = ({ title, text }: Pick<Page, 'title' | 'text'>): string => `${title}\n${text}`;
