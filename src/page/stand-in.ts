/**
 * Pages that servers send with 200 in place of the one that was asked for: "page not found", and checks whether a person
 * asks. They often have the site's own words and would count as finds. Known by their title, part by part, and only if
 * they say little else, so that an article about error 404 is an article.
 */
import type { Page } from './page.ts';

/** What the page is instead; undefined for most pages. */
export function standIn({
  kind,
  title,
  mainText,
}: Pick<Page, 'kind' | 'title' | 'mainText'>): string | undefined {
  if (kind !== 'html' || mainText.length > MOST_TEXT) return undefined;
  const parts = title.slice(0, 300).toLowerCase().normalize('NFC').replaceAll('’', "'").split(SEPARATORS);
  if (parts.some((part) => WHOLE.test(part) || NOT_FOUND.test(part))) return 'an error page: not found';
  return parts.some((part) => CHALLENGE.test(part)) ? 'a check for robots, not the page' : undefined;
}

const MOST_TEXT = 1000;
const SEPARATORS = /\s*[|–—:·•»«/]\s*|\s+-\s+/;

const WHOLE =
  /^(?:(?:http )?(?:error |fehler |erreur |errore |ошибка )?404(?: error)?[.!]?|not found[.!]?|404 not found)$/u;

const NOT_FOUND = new RegExp(
  [
    "\\b(?:page|file|document|content|site) (?:was |is |could |can)?(?:not |cannot |can't )(?:be )?(?:found|available)",
    "\\bpage (?:you requested )?(?:does not|doesn't|no longer) exist",
    'seite (?:wurde )?nicht gefunden',
    'page (?:non trouvée|introuvable)',
    'página (?:no encontrada|não encontrada)',
    'pagina (?:non trovata|niet gevonden|nu a fost găsită)',
    'nie znaleziono strony|strona nie (?:istnieje|została znaleziona)',
    'stránka (?:nenalezena|nebyla nalezena|nenájdená)',
    'sidan (?:hittades inte|kunde inte hittas)|siden (?:blev ikke|ble ikke) funnet|siden blev ikke fundet',
    'sivua ei löyty|az oldal nem található|sayfa bulunamadı',
    'страница не (?:найдена|существует)|сторінку не знайдено|страницата не е намерена',
    'η σελίδα δεν βρέθηκε|הדף לא נמצא|الصفحة غير موجودة',
    'ページが見つかりません|页面(?:不存在|未找到)|頁面不存在|找不到(?:页面|頁面|网页|網頁)|페이지를 찾을 수 없',
  ].join('|'),
  'u',
);

const CHALLENGE =
  /^(?:just a moment|one moment, please|attention required|access denied|checking your browser|verifying you are human|human verification|are you a robot|robot check|security check|pardon our interruption|request rejected|ddos-guard)\b/u;
