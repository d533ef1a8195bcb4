/** The text used to train on and judge pages; it includes the title. */
import type { Page } from '../page/page.ts';

export const pageText = ({ title, text }: Pick<Page, 'title' | 'text'>): string => `${title}\n${text}`;
